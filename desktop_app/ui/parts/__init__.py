"""The kit: actions, rows, forms, labels, banners. A part knows no page and no notebook."""

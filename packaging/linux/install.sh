#!/bin/sh
# Installs Nightstand for one person, or takes it away. What follows the last line is an archive.
set -eu
self=$(readlink -f "$0")
prefix=$HOME/.local
remove=no
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix) prefix=$2; shift ;;
        --uninstall) remove=yes ;;
        *) echo "Usage: sh $0 [--prefix DIR] [--uninstall]   (default: $prefix)"; exit 2 ;;
    esac
    shift
done
mkdir -p "$prefix"
cd "$prefix"
prefix=$(pwd)
list=lib/nightstand/installed.txt
take_away() {  # what an earlier run put there, and folders that are empty then
    [ -f "$list" ] || return 0
    { cat "$list"; echo "$list"; } | while IFS= read -r file; do rm -f -- "$file"; done
    find lib/nightstand share/doc/nightstand* -depth -type d -empty -delete 2>/dev/null || true
}
if [ "$remove" = yes ]; then
    take_away
    echo "Nightstand is gone from $prefix. Your notebooks, ~/.local/share/nightstand (their history)"
    echo "and ~/.config/nightstand (settings) are where they were."
    exit 0
fi
new=$(mktemp -d "$prefix/.nightstand-XXXXXX")
trap 'rm -rf "$new"' EXIT
begins=$(grep -an -m1 '^__ARCHIVE__$' "$self" | cut -d: -f1)
tail -n "+$((begins + 1))" "$self" | tar -xJ --strip-components=1 -C "$new"
sed -i "s|^Exec=nightstand|Exec=\"$prefix/bin/nightstand\"|" "$new"/share/applications/*.desktop
take_away
files=$(cd "$new" && find . ! -type d)
printf '%s\n' "$files" | while IFS= read -r file; do
    mkdir -p "$(dirname "$file")"
    mv -f "$new/$file" "$file"
done
printf '%s\n' "$files" > "$list"
echo "Nightstand is installed. Start it from the menu, or with: $prefix/bin/nightstand"
echo "To remove it: sh $prefix/lib/nightstand/install.sh --prefix $prefix --uninstall"
exit 0
__ARCHIVE__

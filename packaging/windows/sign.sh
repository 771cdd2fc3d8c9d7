#!/bin/sh
# Signs one Windows program in place: SIGN of windows/targets.py. Wants the certificate in
# CERTIFICATE (PKCS#12, base64), its password in PASSWORD and a server of time in TIMESTAMP.
set -eu
private=$(mktemp -d)
trap 'rm -rf "$private"' EXIT
printf %s "$CERTIFICATE" | base64 --decode > "$private/certificate.p12"
printf %s "$PASSWORD" > "$private/password"
osslsigncode sign -pkcs12 "$private/certificate.p12" -readpass "$private/password" \
    -n Nightstand -h sha256 ${TIMESTAMP:+-ts "$TIMESTAMP"} -in "$1" -out "$1.signed" >/dev/null
mv "$1.signed" "$1"

#!/usr/bin/env bash
# Finds a Chromium, or installs one: what BREADCRUMB_CHROMIUM names, Playwright's own, one on PATH,
# then Playwright's download, then the system's package.
set -euo pipefail
python=$1

if [ -n "${BREADCRUMB_CHROMIUM:-}" ]; then
    [ -x "$BREADCRUMB_CHROMIUM" ] && exit 0
    echo "error: BREADCRUMB_CHROMIUM names \`$BREADCRUMB_CHROMIUM\`, which cannot be run" >&2
    exit 2
fi

has_own() {
    "$python" - <<'PY'
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(0 if os.path.exists(playwright.chromium.executable_path) else 1)
PY
}

for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null && exit 0
done
has_own && exit 0

echo "installing a browser"
if "$python" -m playwright install --with-deps chromium >/dev/null 2>&1 && has_own; then
    exit 0
fi
run=()
[ "$(id -u)" -eq 0 ] || run=(sudo)
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium

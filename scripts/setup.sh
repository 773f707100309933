#!/usr/bin/env bash
# Installs the system packages that are missing, and says so. Does nothing where all is there.
set -euo pipefail

missing=()
command -v cc >/dev/null || missing+=(build-essential)
"${PYTHON:-python3}" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)

if ! command -v cargo >/dev/null; then
    echo "error: cargo is not on PATH" >&2
    echo "hint: install Rust (1.90 or newer) from your distribution or with rustup" >&2
    exit 2
fi
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

echo "installing ${missing[*]}"
run=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "error: ${missing[*]} missing, and there is neither root nor sudo to install them" >&2
        exit 2
    fi
    run=(sudo)
fi
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"

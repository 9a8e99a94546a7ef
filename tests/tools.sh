#!/bin/sh
# Installs the programs that some tests drive, where that is possible without asking anybody:
# as root on a system with apt. Elsewhere those tests skip, saying why.
set -u

missing=""
need() { # package, what it is for, a program or file that shows it is there
    for sign in $3; do
        command -v "$sign" >/dev/null 2>&1 && return
        [ -e "$sign" ] && return
    done
    missing="$missing $1"
    echo "tests need $1 for $2"
}
need chromium "the tests in a browser" "chromium ${CHROMIUM:-}"
need gettext "the check of the translations" "xgettext"
need postgresql "the tests on PostgreSQL" "initdb $(echo /usr/lib/postgresql/*/bin/initdb)"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    apt-get update -qq >/dev/null && apt-get install -y -qq $missing >/dev/null && exit 0
fi
echo "not installed:$missing; the tests that need them will be skipped"

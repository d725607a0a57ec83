#!/bin/sh
# Dovetail at work on the programs beside this file. Usage: demo.sh [path of dovetail]
dovetail=${1:-dovetail}
here=$(dirname "$0")

# Says the command, runs it, and complains if it does not end with the status expected.
try() {
    expected=$1
    shift
    printf '\n$ dovetail %s\n' "$*"
    "$dovetail" "$@"
    status=$?
    printf '(exit status %d)\n' "$status"
    if [ "$status" -ne "$expected" ]; then
        printf 'demo: expected exit status %d\n' "$expected" >&2
        exit 1
    fi
}

# The evidence goes where it does not pile up.
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
evidence=$out/evidence

# A violation, seen again; a proof, checked again; and an honest unknown.
try 1 check "$here/ring.c" --out "$evidence"
try 1 replay "$evidence/ring-1/check-1"
try 0 check "$here/lock.c" --out "$evidence"
try 0 certify "$evidence/lock-1/proof"
try 3 check "$here/gcd.c" --out "$evidence" --timeout 5s

# What the program is to Dovetail, and one run of it.
try 0 show "$here/gcd.c"
try 0 run "$here/gcd.c" --inputs 12,18
try 0 run "$here/sorted_list.c" --inputs 3,20,10,15

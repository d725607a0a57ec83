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

try 0 show "$here/gcd.c"
try 0 run "$here/gcd.c" --inputs 12,18
try 1 run "$here/ring.c" --inputs 1,10,1,20,1,30,1,40,1,50,0
try 0 run "$here/sorted_list.c" --inputs 3,20,10,15

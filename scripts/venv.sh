# Sourced by the other scripts, with $root set: makes .venv and keeps it equal to a requirements file.

fail() {
    echo "$*" >&2
    exit 1
}

# Prints the first Python of at least 3.11 that can make virtual environments.
# Names may be there and not run (version managers), so each is tried.
find_python() {
    local candidate found=""
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' > /dev/null 2>&1 || continue
        found=$candidate
        "$candidate" -c 'import ensurepip, venv' > /dev/null 2>&1 || continue
        command -v "$candidate"
        return
    done
    if [ -n "$found" ]; then
        fail "$found has no module for virtual environments (on Debian and Ubuntu: apt install python3-venv)."
    fi
    fail "Python 3.11 or newer is needed and was not found (set PYTHON to its path if it has another name)."
}

# need FILE...: afterwards .venv has what the first file pins. The further files
# are those it includes, which are then satisfied as well.
need() (
    cd "$root"
    # pip comes last, so it is missing when the making was cut short; the link is dead when that Python is gone.
    if [ ! -x .venv/bin/pip ] || [ ! -x .venv/bin/python ]; then
        python=$(find_python)
        echo "Setting up for the first time; this takes about a minute ..." >&2
        "$python" -m venv --clear .venv > /dev/null 2>&1 || fail "Could not make $root/.venv: is the folder writable?"
    elif cmp -s "$1" ".venv/$1"; then
        return
    else
        echo "Updating the installed packages ..." >&2
    fi
    rm -f .venv/requirements*.txt
    if ! .venv/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes --requirement "$1" \
        > .venv/install.log 2>&1 < /dev/null; then
        [ -z "${CI:-}" ] || cat .venv/install.log >&2
        fail "The packages could not be installed: is there a network? (All of pip's output: .venv/install.log)"
    fi
    for file in "$@"; do
        cp "$file" ".venv/$file"
    done
)

export PYTHONPATH="$root"

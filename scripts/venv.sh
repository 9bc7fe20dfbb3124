# Sourced by the other scripts, with $root set: makes a virtual environment ($venv, .venv unless it is set before) and
# keeps it equal to a requirements file.

venv=.venv

fail() {
    echo "$*" >&2
    exit 1
}

# Prints what is wrong with a Python, as the end of a sentence; nothing when it will do.
# Names may be there and not run (version managers), so it is tried.
fault_of() {
    local version
    if ! command -v "$1" > /dev/null; then
        echo "is not there"
    elif ! version=$("$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2> /dev/null < /dev/null); then
        echo "does not run"
    elif ! "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' > /dev/null 2>&1; then
        echo "is Python ${version:-of no version}, and 3.11 or newer is needed"
    elif ! "$1" -c 'import ensurepip, venv' > /dev/null 2>&1; then
        echo "has no module for virtual environments (on Debian and Ubuntu: apt install python3-venv)"
    fi
}

# Prints the path of the Python that PYTHON names, or of the first that will do.
find_python() {
    local candidate fault almost=""
    if [ -n "${PYTHON:-}" ]; then
        fault=$(fault_of "$PYTHON")
        [ -z "$fault" ] || fail "PYTHON is set to $PYTHON, which $fault."
        command -v "$PYTHON"
        return
    fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        fault=$(fault_of "$candidate")
        case $fault in
            "")
                command -v "$candidate"
                return
                ;;
            "has no module"*) almost="$candidate $fault." ;;
        esac
    done
    fail "${almost:-Python 3.11 or newer is needed and was not found (set PYTHON to its path if it has another name).}"
}

# watch WORDS LOG COMMAND...: runs a command with its output in a file, and shows that it goes on: each second in a
# terminal, now and then elsewhere.
watch() {
    local words=$1 log=$2 begun=$SECONDS told=-10 status=0 passed job
    shift 2
    "$@" > "$log" 2>&1 < /dev/null &
    job=$!
    # A job in the background does not hear of ctrl+c.
    trap 'kill "$job" 2> /dev/null; exit 130' INT TERM
    while :; do
        passed=$((SECONDS - begun))
        if [ -t 2 ]; then
            printf '\r\033[K  %s ... %d s%s' "$words" "$passed" "$(fetched "$log")" >&2
        elif [ $((passed - told)) -ge 10 ]; then
            told=$passed
            printf '  %s ... %d s%s\n' "$words" "$passed" "$(fetched "$log")" >&2
        fi
        kill -0 "$job" 2> /dev/null || break
        sleep 0.5
    done
    wait "$job" || status=$?
    trap - INT TERM
    [ ! -t 2 ] || printf '\r\033[K' >&2
    return "$status"
}

# Prints which package pip is at, once it has begun.
fetched() {
    local count
    count=$(grep -c '^Collecting ' "$1" 2> /dev/null || true)
    [ "${count:-0}" -eq 0 ] || echo ", package $count"
}

# uv, where it is installed, does in two seconds what takes Python's own tools most of a minute; what it cannot do (an old
# uv, packages from elsewhere) they do.
with_uv() {
    command -v uv > /dev/null && uv "$@"
}

# make_environment PYTHON
make_environment() {
    with_uv venv --quiet --seed --clear --python "$1" "$venv" || exec "$1" -m venv --clear "$venv"
}

# install_packages FILE
install_packages() {
    with_uv pip install --python "$venv/bin/python" --require-hashes --requirement "$1" \
        || exec "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --require-hashes --requirement "$1"
}

# need FILE...: afterwards the environment has what the first file pins. The further files
# are those it includes, which are then satisfied as well.
need() (
    cd "$root"
    log=$(mktemp)
    # pip comes last, so it is missing when the making was cut short; the link is dead when that Python is gone.
    if [ ! -x "$venv/bin/pip" ] || [ ! -x "$venv/bin/python" ]; then
        python=$(find_python)
        version=$("$python" -c 'import platform; print(platform.python_version())')
        echo "Setting up for the first time, with Python $version ($python); this takes up to a minute:" >&2
        if ! watch "making $venv" "$log" make_environment "$python"; then
            fail "$python could not make $root/$venv: is the folder writable? ($(tail -n 1 "$log"))"
        fi
    elif cmp -s "$1" "$venv/$1"; then
        rm -f "$log"
        return
    else
        echo "Updating the installed packages:" >&2
    fi
    rm -f "$venv"/requirements*.txt "$log"
    log=$venv/install.log
    if ! watch "installing packages" "$log" install_packages "$1"; then
        [ -z "${CI:-}" ] || cat "$log" >&2
        fail "The packages could not be installed: is there a network? (All that was said: $root/$log)"
    fi
    for file in "$@"; do
        cp "$file" "$venv/$file"
    done
)

# Prints the paths of all Pythons from 3.11 on, one of each version or, with --releases, of each release (3.11.2 and 3.11.7
# are two): on PATH by their names, pyenv's, the system's, in /usr/local.
find_pythons() {
    local minor candidate release found pyenv=${PYENV_ROOT:-$HOME/.pyenv}
    for minor in 11 12 13 14 15 16; do
        found=" "
        for candidate in "python3.$minor" "$pyenv/versions/3.$minor".*/bin/python3 {/usr/bin,/usr/local/bin}/"python3.$minor"; do
            if [ -z "$(fault_of "$candidate")" ]; then
                release=$("$candidate" -c 'import platform; print(platform.python_version())')
                if [[ "$found" != *" $release "* ]]; then
                    found+="$release "
                    command -v "$candidate"
                fi
                [ "${1:-}" = --releases ] || break
            fi
        done
    done
}

# Nothing is taken from the folder one stands in.
export PYTHONSAFEPATH=1 PYTHONPATH="$root"

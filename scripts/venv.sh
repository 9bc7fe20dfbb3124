# Sourced by the other scripts, with $root set: makes a virtual environment ($venv, .venv unless it is set before) and
# keeps it equal to a requirements file.

venv=.venv
# When something should have ended, in seconds of this shell.
promised=

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

# watch WORDS LOG FILE COMMAND...: runs a command with its output in a log, and shows that it goes on: each second in a
# terminal, now and then elsewhere. FILE has the packages it installs.
watch() {
    local words=$1 log=$2 file=$3 begun=$SECONDS told=-10 status=0 passed job
    shift 3
    "$@" > "$log" 2>&1 < /dev/null &
    job=$!
    # A job in the background does not hear of ctrl+c.
    trap 'kill "$job" 2> /dev/null; exit 130' INT TERM
    while :; do
        passed=$((SECONDS - begun))
        if [ -n "$promised" ] && [ "$SECONDS" -gt "$promised" ]; then
            promised=
            [ ! -t 2 ] || printf '\r\033[K' >&2
            echo "  It takes longer than said: the packages come slowly. It ends as soon as all are here." >&2
        fi
        if [ -t 2 ]; then
            printf '\r\033[K  %s ... %d s%s' "$words" "$passed" "$(fetched "$log" "$file")" >&2
        elif [ $((passed - told)) -ge 10 ]; then
            told=$passed
            printf '  %s ... %d s%s\n' "$words" "$passed" "$(fetched "$log" "$file")" >&2
        fi
        kill -0 "$job" 2> /dev/null || break
        sleep 0.5
    done
    wait "$job" || status=$?
    trap - INT TERM
    [ ! -t 2 ] || printf '\r\033[K' >&2
    return "$status"
}

# fetched LOG FILE: prints how many packages of a file pip has come to, and how many megabytes of them are here, where the
# first line of the file says how many there are in all.
fetched() {
    awk -v packages="$(grep -c '==' "$2")" -v all="$(sed -n '1s/^# .* \([0-9]*\) MB.*/\1/p' "$2")" '
        /^Collecting |^Requirement already satisfied: / { count++; here += coming; coming = 0 }
        /^ *(Downloading|Using cached) .*\([0-9.]+ [kM]B\)$/ {
            here += coming
            coming = $0 ~ /[.]metadata / ? 0 : substr($(NF - 1), 2) * ($NF == "MB)" ? 1 : 0.001)
        }
        /^Installing / { here += coming; coming = 0 }
        END {
            if (count) printf ", %d of %d packages", count, packages
            if (count && all) printf ", %.0f of %d MB", (here > all ? all : here), all
        }' "$1" 2> /dev/null || true
}

# reason LOG: prints the last thing that went wrong, and what may help.
reason() {
    local last hint=""
    last=$(grep '^ERROR: \|^error: ' "$1" | tail -n 1)
    [ -n "$last" ] || last=$(grep -v '^ *$\|^\[notice\]\|^WARNING: ' "$1" | tail -n 1)
    ! grep -q 'NewConnectionError\|NameResolutionError\|ConnectTimeout\|ProxyError\|Failed to fetch' "$1" || hint=" Is there a network?"
    echo "${last:-nothing was said}.$hint"
}

# uv, where it is installed, does in two seconds what takes Python's own tools most of a minute; what it cannot do (an old
# uv, packages from elsewhere) they do. They do it, too, where a file of the user's would have uv install elsewhere.
with_uv() {
    command -v uv > /dev/null \
        && ! grep -qsE '^ *(target|prefix) *=' "${UV_CONFIG_FILE:-${XDG_CONFIG_HOME:-${HOME:-}/.config}/uv/uv.toml}" /etc/{,xdg/}uv/uv.toml \
        && uv "$@"
}

# Forgets what the user has set for uv and pip, but for where packages come from. Only in a job of its own.
forget_settings() {
    local name settings=""
    for name in "${!UV_@}"; do
        case $name in
            *INDEX* | *FIND_LINKS | *CACHE* | *CERT* | *TLS* | *PROXY* | *HTTP* | *RETRIES | *INSECURE_HOST | *KEYRING* | \
                *OFFLINE | UV_CONFIG_FILE) ;;
            *) unset "$name" ;;
        esac
    done
    [ ! -x "$venv/bin/pip" ] || settings=$("$venv/bin/python" "$root/scripts/pip_settings") || true
    for name in "${!PIP_@}"; do
        unset "$name"
    done
    eval "$settings"
    # No file is read again.
    export PIP_CONFIG_FILE=/dev/null
}

# make_environment PYTHON
make_environment() {
    forget_settings
    with_uv venv --quiet --seed --clear --python "$1" "$venv" || exec "$1" -m venv --clear "$venv"
}

# install_packages FILE
install_packages() {
    forget_settings
    # Compiled now, for the first start, and where PYTHONDONTWRITEBYTECODE is set for every other.
    with_uv pip install --compile-bytecode --python "$venv/bin/python" --require-hashes --requirement "$1" && has_packages "$1" \
        || exec "$venv/bin/python" -m pip install --compile --disable-pip-version-check --no-input --require-hashes --requirement "$1"
}

# has_packages FILE: whether the environment has those that the file pins for every system, as pinned.
has_packages() {
    "$venv/bin/python" -c '
import importlib.metadata, re, sys
for name, version in re.findall(r"(?m)^([a-z0-9-]+)==(\S+) \\", open(sys.argv[1]).read()):
    assert importlib.metadata.version(name) == version, name
' "$1"
}

# The checkout as it is installed: where it is, what it asks for and offers, and its version.
checkout() {
    echo "$root"
    cat pyproject.toml engine/__init__.py
}

# Installs the checkout itself without a copy (editable), so that its extras, its command and bots beside it are found.
# Needs no network: what builds it is pinned, too.
install_checkout() {
    forget_settings
    options=(--no-deps --no-build-isolation --no-index --editable .)
    with_uv pip install --offline --python "$venv/bin/python" "${options[@]}" \
        || exec "$venv/bin/python" -m pip install --disable-pip-version-check --no-input "${options[@]}"
}

# need_checkout FILE: afterwards the environment has the checkout as it is now.
need_checkout() {
    # An environment that is lent by another checkout has that one.
    if [ -L "$venv" ] || checkout | cmp -s - "$venv/checkout"; then
        return
    fi
    log=$venv/install.log
    watch "installing the command" "$log" "$1" install_checkout || fail "The command could not be installed: $(reason "$log") (All that was said: $root/$log)"
    checkout > "$venv/checkout"
}

# Compiles what has changed of the checkout: half a second of a start is reading 300 files that are not. Where a file cannot
# be written, each start does it.
compile_checkout() {
    local changed packages=(engine net citadels_tui)
    [ ! -L "$venv" ] || return 0
    changed=$(find "${packages[@]}" -name '*.py' -newer "$venv/compiled" -print -quit 2> /dev/null) || changed=all
    [ -n "$changed" ] || return 0
    "$venv/bin/python" -m compileall -q "${packages[@]}" > /dev/null 2>&1 || true
    { : > "$venv/compiled"; } 2> /dev/null || true
}

# need FILE...: afterwards the environment has what the first file pins, and the checkout. The further files
# are those it includes, which are then satisfied as well.
need() (
    cd "$root"
    for file in "$@" pyproject.toml; do
        [ -f "$file" ] || fail "$root/$file is missing: this folder is no complete copy of the sources."
    done
    log=$(mktemp)
    before=$(mktemp -d)
    trap 'rm -rf "$before"' EXIT
    # pip comes last, so it is missing when the making was cut short; the link is dead when that Python is gone.
    if [ ! -x "$venv/bin/pip" ] || [ ! -x "$venv/bin/python" ]; then
        python=$(find_python) || exit 1
        version=$("$python" -c 'import platform; print(platform.python_version())')
        echo "Setting up for the first time, with Python $version ($python); this takes up to a minute:" >&2
        promised=$((SECONDS + 60))
        if ! watch "making $venv" "$log" "$1" make_environment "$python"; then
            fail "$python could not make $root/$venv: is the folder writable? ($(tail -n 1 "$log"))"
        fi
    elif cmp -s "$1" "$venv/$1"; then
        rm -f "$log"
        need_checkout "$1"
        compile_checkout
        return
    else
        echo "Updating the installed packages:" >&2
        cp "$venv"/requirements*.txt "$before" 2> /dev/null || true
        # Offline the game is to begin soon.
        export PIP_RETRIES="${PIP_RETRIES:-1}"
    fi
    rm -f "$venv"/requirements*.txt "$log"
    log=$venv/install.log
    if ! watch "installing packages" "$log" "$1" install_packages "$1"; then
        [ -z "${CI:-}" ] || cat "$log" >&2
        # Until all are here nothing is changed.
        grep -q '^Installing collected packages' "$log" || cp "$before"/* "$venv" 2> /dev/null || true
        fail "The packages could not be installed: $(reason "$log") (All that was said: $root/$log)"
    fi
    for file in "$@"; do
        cp "$file" "$venv/$file"
    done
    need_checkout "$1"
    compile_checkout
)

# Whether the game starts with the packages that are there, although others are pinned; says so.
plays() {
    "$root/$venv/bin/python" -c 'import citadels_tui.app.app, net.local.worker' > /dev/null 2>&1 \
        && echo "The game starts with the packages that are here." >&2
}

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

# where_to_get VERSION: prints how to have a Python here, which is then found.
where_to_get() {
    local packages="python$1 python$1-venv"
    if command -v apt-cache > /dev/null && [ -n "$(apt-cache policy "python$1" 2> /dev/null | grep 'Candidate: [0-9]')" ]; then
        echo "apt install $packages"
    elif command -v apt-cache > /dev/null; then
        echo "where Debian has it, 3.13 from trixie and 3.14 from forky on: apt install $packages; elsewhere: uv python install $1"
    else
        echo "uv python install $1"
    fi
}

# Nothing is taken from the folder one stands in.
export PYTHONSAFEPATH=1 PYTHONPATH="$root"

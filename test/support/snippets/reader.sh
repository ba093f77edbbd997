# The shell of a reader who types the commands of a page. `npm start` would never end: here it starts the shop in the background.
set -euo pipefail

# A refused request is a failure, unless the command prints the status.
curl() {
  case " $* " in
    *" -w "*) command curl -sS "$@" ;;
    *) command curl -sS --fail-with-body "$@" ;;
  esac
}

tradewind() {
  if [ "${1:-}" = start ]; then
    shift
    start_shop "$@"
  else
    node "$TRADEWIND_MAIN" "$@"
  fi
}

npx() { "$@"; }

pack_client() {
  local root=${TRADEWIND_MAIN%/dist/main.js} to=$PWD/build
  (cd "$root" && node --import tsx scripts/package.ts --client --to "$to")
}

npm() {
  local script=$1
  shift
  case $script in
    ci) return ;; # The tests run after it.
    start) set -- start "$@" ;;
    run)
      [ "$1" != --silent ] || shift
      # The client is packed from the checkout, into the folder of the reader.
      [ "$*" != "package -- --client" ] || { pack_client; return; }
      [ "$1" != dev ] || { start_dev; return; }
      [ "$1" = tradewind ] || { echo "npm run $1 is not for readers of the guides" >&2; return 1; }
      shift
      ;;
    *) command npm "$script" "$@"; return ;;
  esac
  [ "${1:-}" = start ] && [ "${2:-}" = -- ] && set -- start "${@:3}"
  [ "${1:-}" != -- ] || shift
  tradewind "$@"
}

stop_shop() {
  [ -f "$READER/server.pid" ] || return 0
  local pid
  pid=$(cat "$READER/server.pid")
  kill "$pid" 2>/dev/null || true
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
  rm "$READER/server.pid"
}

# As `tradewind dev`, for which other tests exist: what was saved is read before the next commands.
start_dev() {
  start_shop >/dev/null
  dev_folder=$PWD
}
file_saved() { is_changed=yes; }
restart_after_changes() {
  [ -n "${dev_folder:-}" ] && [ -n "${is_changed:-}" ] || return 0
  is_changed=
  (cd "$dev_folder" && start_shop >/dev/null)
}

# Without the settings that the page before has started it with.
start_plain_shop() {
  [ ! -f "$READER/is-plain" ] || return 0
  start_shop --no-demo >/dev/null
  touch "$READER/is-plain"
}

start_shop() {
  stop_shop
  rm -f "$READER/is-plain"
  local log="$READER/server.log"
  rm -f "$log"
  rm -f "$READER/server.pid"
  # At a terminal of its own, as a reader sees it.
  local command="echo \$\$ >'$READER/server.pid'; exec node '$TRADEWIND_MAIN' start $*"
  NO_COLOR=1 setsid script -qfec "$command" /dev/null >"$log" 2>&1 </dev/null &
  local terminal=$!
  until grep -qs '^  Health ' "$log"; do
    kill -0 "$terminal" 2>/dev/null || { tr -d '\r' <"$log" >&2; return 1; }
    sleep 0.05
  done
  tr -d '\r' <"$log"
}

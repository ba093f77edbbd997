# What the scripts beside this file share. They need bash, curl 7.76 and Node, and a shop at $BASE.
set -euo pipefail
BASE=${BASE:-http://localhost:9000}

# ask PATH [options of curl]: prints the answer. What is refused is told, and ends the script.
ask() {
  local path=$1 answer
  shift
  answer=$(curl -sS --fail-with-body "$BASE$path" -H 'content-type: application/json' "$@") || {
    echo "$path: $answer" >&2
    return 1
  }
  printf '%s' "$answer"
}

# pick EXPRESSION: reads JSON, prints what the expression makes of it: pick it.cart.id
pick() {
  node -p "const text = require('fs').readFileSync(0, 'utf8');
    if (text === '') process.exit(1);
    const it = JSON.parse(text);
    $1"
}

# ask_admin PATH [options of curl]: the same as ask, for who runs the shop.
ask_admin() {
  TOKEN=${TOKEN:-$(ask /admin/auth/token -d "{\"email\": \"$ADMIN_EMAIL\", \"password\": \"$ADMIN_PASSWORD\"}" |
    pick it.access_token)}
  ask "$@" -H "authorization: Bearer $TOKEN"
}

import type { Message, Reply } from "./wire.ts";

/** Text that no answer may contain, for any caller. */
const secrets: [string, RegExp][] = [
  ["a password hash", /"password_hash"|\$argon2|c2NyeXB0/],
  ["the token of an application", /a token that is shown to nobody/],
];

/** What no refusal may hold: the insides of the program. */
const insides: [string, RegExp][] = [
  ["a stack trace", /\bat [\w.<> ]+ \(|\.(ts|js|mjs):\d+|node_modules|node:internal/],
  [
    "SQL",
    /\bselect .+ from\b|insert into "|update "|syntax error at|violates \w+[- ]|relation ".+" does not|column .+ does not|\$\d\b/i,
  ],
  [
    "JavaScript",
    /Cannot read propert|is not a function|is not iterable|\[object Object\]|Invalid time value/,
  ],
];

/** The fault of an answer; null when there is none. */
export function faultOf(message: Message, { status, headers, text }: Reply): string | null {
  if (status >= 500) return `answers ${status}`;
  const leaked = found(secrets, text, message);
  if (leaked) return leaked;
  if (status < 400 || message.method === "HEAD") return null;
  const inside = found(insides, text, message);
  if (inside) return inside;
  if (!headers["content-type"]?.startsWith("application/json")) return `${status} is no JSON`;
  return shapeFault(status, text);
}

function shapeFault(status: number, text: string): string | null {
  let body: { message?: unknown; type?: unknown; errors?: unknown };
  try {
    body = JSON.parse(text);
  } catch {
    return `${status} is broken JSON`;
  }
  if (typeof body?.message !== "string" || body.message === "") return `${status} has no message`;
  const isList = Array.isArray(body.errors);
  return isList || typeof body.type === "string" ? null : `${status} has no type`;
}

/** Text of the request itself may be repeated. */
function found(patterns: [string, RegExp][], text: string, { path, body = "" }: Message): string | null {
  for (const [what, pattern] of patterns) {
    const match = pattern.exec(text)?.[0];
    if (match !== undefined && !body.includes(match) && !unescaped(path).includes(match))
      return `shows ${what}`;
  }
  return null;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

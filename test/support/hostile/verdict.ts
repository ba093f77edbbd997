import type { Answer } from "../client.ts";

/** Words that no answer may hold, whoever asks. No attack has one of them in it. */
const secrets: [string, RegExp][] = [
  ["a password hash", /password_hash|argon2|\$scrypt|c2NyeXB0/],
  ["a stack trace", /\bat [\w.<> ]+ \(|\.(ts|js|mjs):\d+|node_modules|node:internal/],
  ["SQL", /\bselect .+ from\b|insert into "|syntax error at|violates \w+[- ]|relation ".+" does not|\$\d\b/i],
  ["JavaScript", /Cannot read propert|is not a function|is not iterable|\[object Object\]/],
];

/** What is wrong with an answer to a hostile request; null when it is as it should be. */
export function faultOf({ status, body, headers }: Answer): string | null {
  if (status >= 500) return `answers ${status}`;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const leaked = secrets.find(([, pattern]) => pattern.test(text));
  if (leaked) return `shows ${leaked[0]}`;
  if (status < 400) return null;
  if (!headers.get("content-type")?.startsWith("application/json")) return `${status} is no JSON`;
  if (typeof body?.message !== "string" || body.message === "") return `${status} has no message`;
  const isList = Array.isArray(body.errors);
  return isList || typeof body.type === "string" ? null : `${status} has no type`;
}

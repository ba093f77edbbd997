import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, type Refusal } from "../kernel/refusal.ts";

/** When one of these is sent twice, a proxy may use the one and this server the other. */
const ONCE = ["host", "authorization", "origin", "content-type"];
const LENGTHS = new Set(ONCE.map(({ length }) => length));

export function installHeaderCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const twice = sentTwice(request.raw.rawHeaders);
    done(twice === undefined ? undefined : invalid(`The header ${twice} was sent more than once`));
  });
}

/** Names and values take turns in the list. */
function sentTwice(headers: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (!LENGTHS.has(headers[index]!.length)) continue;
    const name = headers[index]!.toLowerCase();
    if (seen.includes(name) && ONCE.includes(name)) return name;
    seen.push(name);
  }
  return undefined;
}

/** Names the text in a value or its keys that PostgreSQL cannot store; null when there is none. */
export function unsupportedTextIn(value: unknown): string | null {
  if (typeof value === "string") return unsupportedIn(value);
  if (value === null || typeof value !== "object") return null;
  for (const [key, each] of Object.entries(value)) {
    const found = unsupportedIn(key) ?? unsupportedTextIn(each);
    if (found) return found;
  }
  return null;
}

function unsupportedIn(text: string): string | null {
  if (text.includes("\0")) return "a NUL character";
  // With the flag `u` a pair is one character, so that only a lone half is found.
  return /\p{Surrogate}/u.test(text) ? "half a surrogate pair" : null;
}

/** Refuses a NUL character in a path or a query, with the name of the parameter. */
export function installUrlCheck(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    done(request.raw.url?.includes("%00") ? refusalFor(request) : undefined);
  });
}

function refusalFor(request: FastifyRequest): Refusal | undefined {
  const places = { ...(request.params as object), ...(request.query as object) };
  for (const [name, value] of Object.entries(places)) {
    const found = unsupportedTextIn(value);
    if (found) return invalid(`${name} contains ${found}`);
  }
  return undefined;
}

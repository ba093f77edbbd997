import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, type Refusal } from "../kernel/refusal.ts";

/** What is in a value, its keys included, that PostgreSQL cannot store as text; null when nothing is. */
export function unstorableIn(value: unknown): string | null {
  if (typeof value === "string") return unstorableInText(value);
  if (value === null || typeof value !== "object") return null;
  for (const [key, each] of Object.entries(value)) {
    const found = unstorableInText(key) ?? unstorableIn(each);
    if (found) return found;
  }
  return null;
}

function unstorableInText(text: string): string | null {
  if (text.includes("\0")) return "a NUL character";
  // With the flag `u` a pair is one character, so that only a lone half is found.
  return /\p{Surrogate}/u.test(text) ? "half a surrogate pair" : null;
}

/** A NUL in a path or a query is refused with the name of its place. */
export function installUrlCheck(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    done(request.raw.url?.includes("%00") ? refusalFor(request) : undefined);
  });
}

function refusalFor(request: FastifyRequest): Refusal | undefined {
  const places = { ...(request.params as object), ...(request.query as object) };
  for (const [name, value] of Object.entries(places)) {
    const found = unstorableIn(value);
    if (found) return invalid(`${name} contains ${found}`);
  }
  return undefined;
}

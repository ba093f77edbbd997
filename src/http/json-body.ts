import type { FastifyInstance } from "fastify";
import { invalid } from "../kernel/refusal.ts";
import { unstorableIn } from "./unstorable.ts";

// Deeper than any honest body, and shallow enough for every recursive walk over it.
const MAX_DEPTH = 64;

// A NUL or half of a surrogate pair can only come as an escape, so most bodies need no closer look.
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

/**
 * JSON bodies: an absent or empty one counts as `{}`, so that routes without required fields take it and the
 * others name the field that is missing. What PostgreSQL cannot store as text is refused here.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.trim() === "") return done(null, {});
    if (isTooDeep(text)) return done(invalid(`the request body is nested deeper than ${MAX_DEPTH} levels`));
    return parse(request, text, (error, value) => {
      const found = !error && mayBeUnstorable.test(text) ? unstorableIn(value) : null;
      return found ? done(invalid(`the request body contains ${found}`)) : done(error, value);
    });
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.method !== "GET" && (request.body === undefined || request.body === null)) request.body = {};
    done();
  });
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === "}" || character === "]") depth--;
  }
  return false;
}

import type { FastifyInstance } from "fastify";
import { invalid } from "../kernel/refusal.ts";

// Deeper than any honest body, and shallow enough for every recursive walk over it.
const MAX_DEPTH = 64;

/**
 * JSON bodies: an absent or empty one counts as `{}`, so that routes without required fields take it and the
 * others name the field that is missing. A NUL character is refused here, as PostgreSQL cannot store it.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.trim() === "") return done(null, {});
    if (isTooDeep(text)) return done(invalid(`the request body is nested deeper than ${MAX_DEPTH} levels`));
    return parse(request, text, (error, value) => {
      const hasNul = !error && text.includes("\\u0000") && containsNul(value);
      return hasNul ? done(invalid("the request body contains a NUL character")) : done(error, value);
    });
  });
  app.addHook("preValidation", async (request) => {
    if (request.method !== "GET" && (request.body === undefined || request.body === null)) request.body = {};
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

const containsNul = (value: unknown): boolean => {
  if (typeof value === "string") return value.includes("\0");
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, each]) => key.includes("\0") || containsNul(each));
};

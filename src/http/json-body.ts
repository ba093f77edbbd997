import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, type Refusal } from "../kernel/refusal.ts";
import { JSON_REQUIRED } from "./errors.ts";
import { unsupportedTextIn } from "./request-checks.ts";

// Deeper than any honest body, and shallow enough for every recursive walk over it.
const MAX_DEPTH = 64;

// A NUL or half of a surrogate pair can only come as an escape, so most bodies need no further check.
const mayBeUnsupported = /\\u(?:0000|d[89a-f])/i;

/**
 * JSON bodies: an absent or empty one counts as `{}`, with any content type, so that routes without required fields
 * accept it and the others name the missing field. Text that PostgreSQL cannot store is refused here.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.trim() === "") return done(null, {});
    if (isTooDeep(text)) return done(invalid(`the request body is nested deeper than ${MAX_DEPTH} levels`));
    return parse(request, text, (error, value) =>
      error ? done(error, undefined) : done(problemOf(value, text), value),
    );
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) =>
    (body as string).trim() === "" ? done(null, {}) : done(invalid(JSON_REQUIRED)),
  );
  app.addHook("onRequest", (request, _reply, done) => {
    if (hasNoBody(request)) delete request.headers["content-type"];
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.method !== "GET" && request.body === undefined) request.body = {};
    done();
  });
}

/** Clients send a content type also without a body, and not always a supported one. */
const hasNoBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;

function problemOf(value: unknown, text: string): Refusal | null {
  if (typeof value !== "object" || value === null) return invalid("the request body must be an object");
  const found = mayBeUnsupported.test(text) ? unsupportedTextIn(value) : null;
  return found ? invalid(`the request body contains ${found}`) : null;
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

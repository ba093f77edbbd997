import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, Refusal } from "../kernel/refusal.ts";
import { endWithAnswer } from "./errors.ts";

/** When one of these is sent twice, a proxy may use the one and this server the other. */
const ONCE = ["host", "authorization", "origin", "content-type"];
const LENGTHS = new Set(ONCE.map(({ length }) => length));

export function installHeaderCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const problem = problemOf(request);
    // Where the body ends, or whose request this is, may be another question to a proxy in front: nothing more is read.
    if (problem) endWithAnswer(request, reply);
    done(problem);
  });
}

function problemOf({ raw }: FastifyRequest): Refusal | undefined {
  const twice = sentTwice(raw.rawHeaders);
  if (twice !== undefined) return invalid(`The header ${twice} was sent more than once`);
  return hostProblem(raw) ?? transferProblem(raw) ?? encodingProblem(raw);
}

/** A name or an address, and a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const LAST_PORT = 65_535;

/** HTTP/1.0 has no transfer encodings, and needs no host. */
const isOldHttp = ({ httpVersionMajor: major, httpVersionMinor: minor }: IncomingMessage) =>
  major < 1 || (major === 1 && minor === 0);

function hostProblem(raw: IncomingMessage): Refusal | undefined {
  const { host } = raw.headers;
  if (host === undefined && isOldHttp(raw)) return undefined;
  const parts = HOST.exec(host ?? "");
  if (!parts || Number(parts[1] ?? 0) > LAST_PORT) return invalid("The header host is missing or malformed");
  return isOfOtherHost(raw) ? invalid("The header host is not that of the address") : undefined;
}

/** A request to a proxy has the whole address in its first line. */
function isOfOtherHost({ url = "", headers: { host = "" } }: IncomingMessage): boolean {
  if (url.startsWith("/")) return false;
  const named = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  return named !== undefined && named.toLowerCase() !== host.toLowerCase();
}

function transferProblem(raw: IncomingMessage): Refusal | undefined {
  const transfer = raw.headers["transfer-encoding"];
  if (transfer === undefined) return undefined;
  if (isOldHttp(raw)) return invalid("The header transfer-encoding is not allowed in HTTP/1.0");
  return /^chunked$/i.test(transfer) ? undefined : invalid("The header transfer-encoding must be chunked");
}

function encodingProblem({ headers }: IncomingMessage): Refusal | undefined {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || /^(identity)?$/i.test(encoding)) return undefined;
  return new Refusal(
    "invalid_data",
    "The request body must not be compressed: send it without the header content-encoding",
    "unsupported_encoding",
  );
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

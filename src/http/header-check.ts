import type { FastifyInstance } from "fastify";
import { invalid } from "../kernel/refusal.ts";

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

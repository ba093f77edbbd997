import type { FastifyInstance } from "fastify";
import { days } from "../kernel/dates.ts";

/** RFC 9116 wants a date after which the text is not to be trusted. The setting is read anew at each start. */
const VALID = days(180);

/** Where to report security problems, for people and programs that look for it (RFC 9116). */
export function installSecurityContact(app: FastifyInstance, contact: string): void {
  app.get("/.well-known/security.txt", { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(`Contact: ${contact}\nExpires: ${new Date(Date.now() + VALID).toISOString()}\n`),
  );
}

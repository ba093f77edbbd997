import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginActing, endActing } from "../db/acting.ts";

const changes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Notes who changes something, so that the event log and the audit log can tell. Nobody is looked up for it: routes that
 * need to know who is calling have done so.
 */
export function installActing(app: FastifyInstance): void {
  const noted = new WeakSet<FastifyRequest>();

  app.addHook("preHandler", (request, _reply, done) => {
    if (!changes.has(request.method) || !request.knownCaller) return done();
    const { userId, customerId } = request.knownCaller;
    if (userId === null && customerId === null) return done();
    noted.add(request);
    const { id, method, ip, body } = request;
    beginActing({ userId, customerId, request: { id, method, path: pathOf(request), ip, body } }, done);
  });

  app.addHook("onResponse", async (request) => {
    if (noted.delete(request)) endActing();
  });
}

/** Without the query: it may be long, and says nothing of what was changed. */
const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!;

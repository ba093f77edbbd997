import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginActing, endActing } from "../db/acting.ts";

const changes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Notes who changes something, so that the event log and the audit log can tell. Somebody is looked up only where the
 * request says who it is.
 */
export function installActing(app: FastifyInstance): void {
  const noted = new WeakSet<FastifyRequest>();

  // In callback style: what runs after it, runs on the account of the caller.
  app.addHook("preHandler", (request, _reply, done) => {
    if (!changes.has(request.method)) return done();
    request.caller().then(({ userId, customerId }) => {
      if (userId === null && customerId === null) return done();
      noted.add(request);
      const { id, method, ip, body } = request;
      beginActing({ userId, customerId, request: { id, method, path: pathOf(request), ip, body } }, done);
    }, done);
  });

  // Also where nobody waits for the answer any more: until it is ready, there may be something to commit.
  app.addHook("onSend", (request, _reply, payload, done) => {
    if (noted.delete(request)) endActing();
    done(null, payload);
  });
}

/** Without the query: it may be long, and says nothing of what was changed. */
const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!;

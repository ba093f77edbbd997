import type { FastifyInstance, FastifyRequest } from "fastify";
import { enterActor, leaveActor } from "../db/transactions/actor-context.ts";
import { inProcessCall } from "./in-process.ts";

const changes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Records who makes a change, for the event log and the audit log. Requests without credentials cost no lookup. */
export function installActorContext(app: FastifyInstance): void {
  const entered = new WeakSet<FastifyRequest>();

  // In callback style: everything after it runs in the context.
  app.addHook("preHandler", (request, _reply, done) => {
    if (!changes.has(request.method)) return done();
    request.caller().then((caller) => {
      const { customerId } = caller;
      const userId = caller.userId === null ? null : (inProcessCall(request)?.actor ?? caller.userId);
      if (userId === null && customerId === null) return done();
      entered.add(request);
      const { id, method, ip, body } = request;
      enterActor({ userId, customerId, request: { id, method, path: pathOf(request), ip, body } }, done);
    }, done);
  });

  // Also when the client is gone: until the answer is ready, there may be something to commit.
  app.addHook("onSend", (request, _reply, payload, done) => {
    if (entered.delete(request)) leaveActor();
    done(null, payload);
  });
}

/** Without the query: it may be long, and the change is in the body. */
const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!;

import type { FastifyInstance } from "fastify";

/** One line a request. The route's pattern stands for its path: ids, emails and tokens stay out of the log. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    // That a process is not ready, or no longer, is an answer and not a fault.
    const isFault = reply.statusCode >= 500 && line.route !== "/ready";
    if (isFault) request.log.error(line, "request");
    else request.log.info(line, "request");
    done();
  });
}

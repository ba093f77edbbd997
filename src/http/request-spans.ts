import type { FastifyInstance, FastifyRequest } from "fastify";
import type { NewSpan, OpenSpan, Tracing } from "../kernel/tracing.ts";

/**
 * One span for each request. It continues the trace of the client (`traceparent`). Like the request log it has the pattern of the
 * route and not the path: paths contain emails and tokens.
 */
export function installRequestSpans(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const within = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request);
    if (span) span.run(work);
    else work();
  };
  app.addHook("onRequest", (request, _reply, done) => {
    spans.set(request, tracing.open(spanOf(request)));
    within(request, done);
  });
  // Reading the body loses the context of `onRequest`.
  app.addHook("preValidation", (request, _reply, done) => within(request, done));
  app.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    span?.add({ "http.response.status_code": reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode));
    span?.end();
    // The line of the request log belongs to the trace, too.
    within(request, done);
  });
  app.addHook("onRequestAbort", (request, done) => {
    const span = spans.get(request);
    span?.fail("aborted");
    span?.end();
    spans.delete(request);
    done();
  });
}

function spanOf({ id, method, headers, protocol, routeOptions }: FastifyRequest): NewSpan {
  const route = routeOptions.url ?? "unknown";
  const { traceparent, tracestate } = headers as Record<string, string | undefined>;
  return {
    name: `${method} ${route}`,
    kind: "server",
    parent: { traceparent, tracestate },
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "url.scheme": protocol,
      "tradewind.request_id": id,
    },
  };
}

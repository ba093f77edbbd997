import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { allowedFor, type OriginConfig } from "./origins.ts";

/** What scripts of other origins may send and read. */
const OF_ANSWERS = { "access-control-expose-headers": "Idempotency-Key, X-Request-Id" };
const OF_PREFLIGHTS = {
  vary: "Origin, Access-Control-Request-Headers",
  "access-control-allow-methods": "GET, HEAD, POST, DELETE",
  "access-control-max-age": "600",
};

/**
 * CORS for the configured origins of each surface, with credentials. Most requests come from servers, which have no origin:
 * for them there is next to nothing to do.
 */
export function installCors(app: FastifyInstance, config: OriginConfig): void {
  const surfaceOf = allowedFor(config);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (!origin) return done();
    const { isOpen, isNamed } = surfaceOf(request.url);
    const isKnown = isNamed(origin);
    if (!isKnown && !isOpen) return done();
    reply.headers({ "access-control-allow-origin": origin, ...OF_ANSWERS });
    if (isKnown) reply.header("access-control-allow-credentials", "true");
    if (request.method !== "OPTIONS") return done();
    if (isPreflight(request)) answerPreflight(request, reply);
    else done(new Refusal("invalid_data", "Access-Control-Request-Method is missing"));
  });
  // Without a route there would be no request to hook into; from origins that are not let in it is none of ours.
  app.options("*", { schema: { hide: true } }, (_request, reply) => {
    reply.callNotFound();
  });
}

const isPreflight = ({ headers }: FastifyRequest) => Boolean(headers["access-control-request-method"]);

/** Before anybody asks who is calling: browsers send no credentials with it. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const asked = headers["access-control-request-headers"];
  if (asked !== undefined) reply.header("access-control-allow-headers", asked);
  // Some browsers wait for a body unless they are told that there is none.
  reply.headers(OF_PREFLIGHTS).code(204).header("content-length", "0").send();
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { allowedFor, type OriginConfig } from "./origins.ts";

/** Headers that scripts of other origins may read. */
const EXPOSED = { "access-control-expose-headers": "Idempotency-Key, X-Request-Id" };
const PREFLIGHT_HEADERS = {
  vary: "Origin, Access-Control-Request-Headers",
  "access-control-allow-methods": "GET, HEAD, POST, DELETE",
  "access-control-max-age": "600",
};

/**
 * CORS for the configured origins of `/admin` and `/store`, with credentials. Instead of `@fastify/cors`: see
 * docs/adr/0023-cors-and-security-headers.md.
 */
export function installCors(app: FastifyInstance, config: OriginConfig): void {
  const surfaceOf = allowedFor(config);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (!origin) return done();
    const { isOpen, isNamed } = surfaceOf(request.url);
    const hasCredentials = isNamed(origin);
    if (!hasCredentials && !isOpen) return done();
    reply.headers({ "access-control-allow-origin": origin, ...EXPOSED });
    if (hasCredentials) reply.header("access-control-allow-credentials", "true");
    if (request.method !== "OPTIONS") return done();
    if (isPreflight(request)) answerPreflight(request, reply);
    else done(new Refusal("invalid_data", "Access-Control-Request-Method is missing"));
  });
  // Hooks run for requests with a route only. Preflights of other origins end here.
  app.options("*", { schema: { hide: true } }, (_request, reply) => {
    reply.callNotFound();
  });
}

const isPreflight = ({ headers }: FastifyRequest) => Boolean(headers["access-control-request-method"]);

/** Before authentication: browsers send no credentials with a preflight. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const requested = headers["access-control-request-headers"];
  if (requested !== undefined) reply.header("access-control-allow-headers", requested);
  // Without a length some browsers wait for a body.
  reply.headers(PREFLIGHT_HEADERS).code(204).header("content-length", "0").send();
}

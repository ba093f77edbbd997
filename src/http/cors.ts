import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { allowedOrigins, type OriginConfig } from "./allowed-origins.ts";
import { RefusedOrigins, refusePreflight } from "./refused-origins.ts";

/** `https://shop.example`, or a pattern between slashes: `/\.shop\.example$/`. */
const matcher = (allowed: string) => {
  const pattern = /^\/(.+)\/$/.exec(allowed)?.[1];
  if (pattern) {
    const expression = new RegExp(pattern);
    return (origin: string) => expression.test(origin);
  }
  return (origin: string) => allowed === origin;
};

/** Decoded as the router does it: `/%61dmin` leads to the same routes as `/admin`. */
function isAdminPath(url: string): boolean {
  const path = url.split("?")[0]!;
  try {
    return decodeURI(path).startsWith("/admin");
  } catch {
    return path.startsWith("/admin");
  }
}

/** `*` lets every page read public answers. Session cookies are accepted from the listed origins only. */
const allowedFor = (config: OriginConfig) => {
  const origins = allowedOrigins(config);
  const surface = (name: "store" | "admin") => {
    const matchers = origins[name].map(matcher);
    return {
      surface: `/${name}`,
      setting: name === "store" ? "STORE_CORS" : "ADMIN_CORS",
      isOpen: origins[name].includes("*"),
      isNamed: (origin: string) => matchers.some((matches) => matches(origin)),
    } as const;
  };
  const [store, admin] = [surface("store"), surface("admin")];
  return (url: string) => (isAdminPath(url) ? admin : store);
};

/** Links and images come without an `Origin`; browsers mark those of other sites by another header. */
const isFromOtherSite = ({ headers }: FastifyRequest) =>
  ["cross-site", "same-site"].includes(String(headers["sec-fetch-site"]));

const isOwn = ({ protocol, host }: FastifyRequest, origin: string) => origin === `${protocol}://${host}`;

/**
 * Browsers send cookies with requests of any page. A session cookie is accepted only from a page of this server or of a
 * configured origin, so that no other site can act in a visitor's name.
 */
export function originCheck(config: OriginConfig) {
  const surfaceOf = allowedFor(config);
  return (request: FastifyRequest): boolean => {
    const origin = request.headers.origin;
    if (origin === undefined) return !isFromOtherSite(request);
    return isOwn(request, origin) || surfaceOf(request.url).isNamed(origin);
  };
}

/** Headers that scripts of other origins may read. */
const EXPOSED = { "access-control-expose-headers": "Idempotency-Key, Retry-After, X-Request-Id" };
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
  const refused = new RefusedOrigins();
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (!origin) return done();
    const surface = surfaceOf(request.url);
    const hasCredentials = surface.isNamed(origin);
    if (!hasCredentials && !surface.isOpen) {
      if (isOwn(request, origin)) return done();
      refused.log(request, origin, surface);
      if (request.method !== "OPTIONS" || !isPreflight(request)) return done();
      return refusePreflight(reply, origin, surface);
    }
    reply.headers({ "access-control-allow-origin": origin, ...EXPOSED });
    if (hasCredentials) reply.header("access-control-allow-credentials", "true");
    if (request.method !== "OPTIONS") return done();
    if (isPreflight(request)) answerPreflight(request, reply);
    else done(new Refusal("invalid_data", "Access-Control-Request-Method is missing"));
  });
  // Hooks run for requests with a route only. Preflights of other origins end in the hook, other OPTIONS here.
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

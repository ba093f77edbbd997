import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

type OriginConfig = Pick<Config, "storeCors" | "adminCors">;

/** `https://shop.example`, or a pattern between slashes: `/\.shop\.example$/`. */
const matcher = (allowed: string) => {
  const pattern = /^\/(.+)\/$/.exec(allowed)?.[1];
  if (pattern) {
    const expression = new RegExp(pattern);
    return (origin: string) => expression.test(origin);
  }
  return (origin: string) => allowed === "*" || allowed === origin;
};

const allowedFor = (config: OriginConfig) => {
  const store = config.storeCors.map(matcher);
  const admin = config.adminCors.map(matcher);
  return (path: string, origin: string) => {
    const matchers = path.startsWith("/admin") ? admin : store;
    return matchers.some((matches) => matches(origin));
  };
};

/** CORS with credentials for the configured origins of each surface. */
export async function installCors(app: FastifyInstance, config: OriginConfig): Promise<void> {
  const isAllowed = allowedFor(config);
  await app.register(cors, {
    delegator: (request, callback) => {
      const path = (request.raw?.url ?? request.url ?? "").split("?")[0]!;
      callback(null, {
        origin: (origin, done) => done(null, origin !== undefined && isAllowed(path, origin)),
        credentials: true,
        methods: ["GET", "HEAD", "POST", "DELETE"],
        exposedHeaders: ["Idempotency-Key", "X-Request-Id"],
        maxAge: 600,
      });
    },
  });
}

/**
 * A cookie is sent by the browser whichever page makes the request. It counts only when that page is this server's
 * own or one of the configured origins, so that no other site can act in a visitor's name.
 */
export function originCheck(config: OriginConfig) {
  const isAllowed = allowedFor(config);
  return (request: FastifyRequest): boolean => {
    const origin = request.headers.origin;
    if (origin === undefined) return true;
    const isOwn = origin === `${request.protocol}://${request.host}`;
    return isOwn || isAllowed(request.url, origin);
  };
}

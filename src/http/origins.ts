import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

export type OriginConfig = Pick<Config, "storeCors" | "adminCors">;

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
export const allowedFor = (config: OriginConfig) => {
  const surface = (origins: readonly string[]) => {
    const matchers = origins.map(matcher);
    return {
      isOpen: origins.includes("*"),
      isNamed: (origin: string) => matchers.some((matches) => matches(origin)),
    };
  };
  const [store, admin] = [surface(config.storeCors), surface(config.adminCors)];
  return (url: string) => (isAdminPath(url) ? admin : store);
};

/** Links and images come without an `Origin`; browsers mark those of other sites by another header. */
const isFromOtherSite = ({ headers }: FastifyRequest) =>
  ["cross-site", "same-site"].includes(String(headers["sec-fetch-site"]));

/**
 * Browsers send cookies with requests of any page. A session cookie is accepted only from a page of this server or of a
 * configured origin, so that no other site can act in a visitor's name.
 */
export function originCheck(config: OriginConfig) {
  const surfaceOf = allowedFor(config);
  return (request: FastifyRequest): boolean => {
    const origin = request.headers.origin;
    if (origin === undefined) return !isFromOtherSite(request);
    const isOwn = origin === `${request.protocol}://${request.host}`;
    return isOwn || surfaceOf(request.url).isNamed(origin);
  };
}

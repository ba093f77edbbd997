import type { FastifyRequest } from "fastify";

export const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/** Whether the client has the body with this ETag already. */
export function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined) return false;
  if (known.trim() === "*") return true;
  return known.split(",").some((each) => withoutWeakness(each.trim()) === withoutWeakness(etag));
}

const withoutWeakness = (etag: string) => etag.replace(/^W\//, "");

import type { FastifyRequest } from "fastify";

/** Pages of at most this many rows are light, unless their last answer was large. */
const LIGHT_PAGE = 100;

/** Larger answers are heavy, in bytes. */
const LIGHT_BYTES = 512 * 1024;

/** Reads whose last answer was large. Each takes some 200 bytes. */
const MOST_KNOWN = 1_000;

interface ReadQuery {
  q?: unknown;
  limit?: number;
  fields?: string;
  expand?: string;
}

/**
 * Which reads of the storefront are heavy: those that search, those of a long page, and those whose last answer was large. The
 * storefront is open to everyone, so that nobody pays for what they cause.
 */
export class HeavyReads {
  /** The least recently seen first. */
  private readonly large = new Set<string>();

  isHeavy(request: FastifyRequest): boolean {
    if (!isStorefrontRead(request)) return false;
    const { q, limit } = request.query as ReadQuery;
    if (q !== undefined || limit === 0 || (limit ?? 0) > LIGHT_PAGE) return true;
    return this.large.size > 0 && this.large.has(shapeOf(request));
  }

  learn(request: FastifyRequest, bytes: number): void {
    const isLarge = bytes > LIGHT_BYTES;
    if ((!isLarge && this.large.size === 0) || request.method !== "GET" || !isStorefrontRead(request)) return;
    const shape = shapeOf(request);
    this.large.delete(shape);
    if (!isLarge) return;
    this.large.add(shape);
    const [oldest] = this.large;
    if (this.large.size > MOST_KNOWN) this.large.delete(oldest!);
  }
}

const isStorefrontRead = ({ method, routeOptions }: FastifyRequest) =>
  (method === "GET" || method === "HEAD") && routeOptions.url?.startsWith("/store/") === true;

/** What the size of an answer depends on: not the place of the page. */
function shapeOf({ url, query }: FastifyRequest): string {
  const { limit, fields, expand } = query as ReadQuery;
  return JSON.stringify([url.split("?", 1)[0], limit, fields, expand]).slice(0, 500);
}

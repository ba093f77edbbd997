import type { FastifyRequest } from "fastify";
import { LruCache } from "../../graph/lru-cache.ts";

/** An article that so many requests a second are about, in one process, is hot. */
const HOT = 20;

/** Carts whose article is cached; each takes some 100 bytes. */
const CARTS = 50_000;
const ARTICLES = 10_000;

interface Demand {
  second: number;
  requests: number;
  /** Of the second before. */
  before: number;
}

/**
 * Which article a request of a visitor is about, if everybody wants it right now: then all who want it are one caller among others, with few
 * slots, and those who want something else do not wait for them. The article of a cart is what was added last in this process.
 */
export class HotArticles {
  private readonly articleOfCart = new LruCache<string>(undefined, CARTS);
  private readonly demands = new LruCache<Demand>(undefined, ARTICLES);

  /** Counts the request. Undefined if it is about no article, or about one that is not hot. */
  of(request: FastifyRequest, now: number): string | undefined {
    const article = this.articleIn(request);
    if (article === undefined) return undefined;
    const demand = this.counted(article, Math.floor(now / 1_000));
    return Math.max(demand.requests, demand.before) >= HOT ? article : undefined;
  }

  private articleIn({ routeOptions, params, body }: FastifyRequest): string | undefined {
    const { url = "" } = routeOptions;
    const cart = CART_IN_PATH.test(url) ? idIn(params) : undefined;
    const added = variantIn(body) ?? variantIn((body as { items?: unknown[] } | null)?.items?.[0]);
    if (added === undefined) return cart === undefined ? undefined : this.articleOfCart.get(cart);
    if (cart !== undefined) this.articleOfCart.set(cart, added);
    return added;
  }

  private counted(article: string, second: number): Demand {
    const known = this.demands.get(article);
    const demand = known ?? { second, requests: 0, before: 0 };
    if (demand.second !== second) {
      demand.before = demand.second === second - 1 ? demand.requests : 0;
      demand.requests = 0;
      demand.second = second;
    }
    demand.requests++;
    if (!known) this.demands.set(article, demand);
    return demand;
  }
}

const CART_IN_PATH = /^\/store\/(carts\/:id|shipping-options\/:cart_id)/;

/** Longer ones are no ids of ours. */
const MOST = 100;

const shortText = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= MOST ? value : undefined;

const idIn = (params: unknown): string | undefined => {
  const { id, cart_id } = params as { id?: unknown; cart_id?: unknown };
  return shortText(id ?? cart_id);
};

/** The body is not validated yet. */
const variantIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null
    ? shortText((value as { variant_id?: unknown }).variant_id)
    : undefined;

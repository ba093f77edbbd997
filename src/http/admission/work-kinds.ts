import type { RouteOptions } from "fastify";

/**
 * What requests are for, the most important first: when a process has more requests than it can run, one of an earlier kind starts
 * before those of later kinds, and later kinds have fewer slots.
 */
export const WORK_KINDS = ["checkout", "cart", "catalogue", "admin", "bulk"] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

export interface KindLimits {
  /** A request of the kind starts while fewer than this share of the slots are taken. */
  share: number;
  /** The share of these that one caller can have. Users only: many visitors may have one address. */
  shareOfCaller: number;
  /**
   * A slot is free again after so many milliseconds, answer or not: whatever takes longer waits for a service of somebody else. Null: it
   * works until the answer.
   */
  lease: number | null;
  /** How long requests of the kind wait for a slot, in milliseconds: when many come at once, and when too many keep coming. */
  wait: { burst: number; overload: number };
}

/** A visitor looks elsewhere after a second; a merchant waits longer, and an export has time. */
const VISITOR = { shareOfCaller: 1, lease: 1_000, wait: { burst: 10_000, overload: 500 } };
const USER = { shareOfCaller: 0.5, wait: { burst: 10_000, overload: 3_000 } };

export const KIND_LIMITS: Record<WorkKind, KindLimits> = {
  // They have slots of their own, and many: most of the time they wait for a payment service.
  checkout: { share: 10, shareOfCaller: 1, lease: null, wait: { burst: 10_000, overload: 10_000 } },
  cart: { share: 1, ...VISITOR },
  catalogue: { share: 0.8, ...VISITOR },
  admin: { share: 0.6, lease: 10_000, ...USER },
  bulk: { share: 0.2, lease: null, ...USER },
};

/** Of a merchant's change: it may wait for a payment service or a carrier, where a read works all the time. */
const LEASE_OF_CHANGE = 1_000;

export const leaseOf = (kind: WorkKind, method: string): number | null =>
  kind === "admin" && method !== "GET" && method !== "HEAD" ? LEASE_OF_CHANGE : KIND_LIMITS[kind].lease;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of work, if path and method do not say it. Null: it needs no slot. */
    work?: WorkKind | null;
  }
}

/** Null for what is outside of the API: files, pages, the state of the server. */
export function kindOfRoute({ url, method, config }: RouteOptions): WorkKind | null {
  if (config?.work !== undefined) return config.work;
  if (url.startsWith("/admin/")) return BULK.test(url) ? "bulk" : "admin";
  if (url.startsWith("/hooks/")) return "checkout";
  if (!url.startsWith("/store/")) return null;
  if (PAYS.test(url)) return "checkout";
  return isRead(method, url) && !OF_A_CUSTOMER.test(url) ? "catalogue" : "cart";
}

/** Reads of many rows, which nobody waits for at a till. */
const BULK = /^\/admin\/(analytics|reports)\/|\/(export|csv)$/;

/** A step of a payment: the customer has decided. */
const PAYS = /^\/store\/(carts\/[^/]+\/(complete|payment-session)|payment-collections\/|order-edits\/)/;

const OF_A_CUSTOMER = /^\/store\/(carts|shipping-options\/|orders|customers|auth|returns|swaps|gift-cards)/;

const isRead = (method: RouteOptions["method"], url: string) =>
  url === "/store/products/search" || [method].flat().every((each) => each === "GET" || each === "HEAD");

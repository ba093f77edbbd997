import { type Operation, operationsOf } from "../checkout/operations.ts";
import type { Shop } from "../checkout/shop.ts";
import type { LoadClient } from "../support/client.ts";
import { PRODUCTS } from "./shop.ts";
import { mixedDay, uncachedReads } from "./shop-life.ts";

export interface Visit {
  visitor: LoadClient;
  admin: LoadClient;
  shop: Shop;
  /** The same shop on a server without the cache of catalogue answers; for v1 the same server. */
  withoutMemory: { visitor: LoadClient; admin: LoadClient };
}

const PAGE = 20;

const DASHBOARD_ROW = "admin orders of a dashboard";

/** What the dashboard of v1 selects in its list of orders. */
const DASHBOARD_ORDERS =
  "expand=customer,shipping_address" +
  "&fields=id,status,display_id,created_at,email,fulfillment_status,payment_status,total,currency_code";

/**
 * What is measured, the reads first: the shop is then still the same on both sides. Nobody asks for the same page twice
 * in a row.
 */
export function rowsOf(visit: Visit): Operation[] {
  const rows = separateRows(visit);
  const reads = cachedReads({ ...visit, ...visit.withoutMemory }).map((row) => ({
    ...row,
    name: `${row.name}, memory off`,
    isWithoutMemory: true,
  }));
  return [...uncachedReads(visit), ...reads, ...rows, mixedDay(visit, rows)];
}

/** Answered from the memory of the process, once it has read a page. */
export const FROM_MEMORY = ["storefront list", "priced list", "product", "admin products", DASHBOARD_ROW];

/** As shops live: the other rows are single operations. */
export const isLife = (name: string): boolean =>
  /^(first visit|priced list, |mixed day)/.test(name) && !name.endsWith("memory off");

const cachedReads = ({ visitor, admin, shop }: Visit): Operation[] => [
  pages("storefront list", visitor, (offset) => `/store/products?limit=${PAGE}&offset=${offset}`),
  pages(
    "priced list",
    visitor,
    (offset) => `/store/products?limit=${PAGE}&offset=${offset}&region_id=${shop.regionId}`,
  ),
  inTurn(
    "product",
    visitor,
    shop.productIds.map((id) => `/store/products/${id}?region_id=${shop.regionId}`),
  ),
  pages("admin products", admin, (offset) => `/admin/products?limit=${PAGE}&offset=${offset}`),
  inTurn(
    DASHBOARD_ROW,
    admin,
    // As many orders as the shop begins with.
    [0, PAGE].map((offset) => `/admin/orders?limit=${PAGE}&offset=${offset}&${DASHBOARD_ORDERS}`),
  ),
];

const separateRows = (visit: Visit): Operation[] => [
  ...cachedReads(visit),
  inTurn(
    "admin orders",
    visit.admin,
    [0, PAGE].map((offset) => `/admin/orders?limit=${PAGE}&offset=${offset}`),
  ),
  ...operationsOf(visit.visitor, visit.shop, new Map()),
];

const pages = (name: string, client: LoadClient, pathOf: (offset: number) => string): Operation =>
  inTurn(
    name,
    client,
    Array.from({ length: PRODUCTS / PAGE }, (_, page) => pathOf(page * PAGE)),
  );

function inTurn(name: string, client: LoadClient, paths: readonly string[]): Operation {
  let turn = 0;
  return { name, run: () => client.justGet(paths[turn++ % paths.length]!) };
}

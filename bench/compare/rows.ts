import { type Operation, operationsOf } from "../checkout/operations.ts";
import type { Shop } from "../checkout/shop.ts";
import type { LoadClient } from "../support/client.ts";
import { PRODUCTS } from "./shop.ts";

export interface Visit {
  visitor: LoadClient;
  admin: LoadClient;
  shop: Shop;
}

const PAGE = 20;

/**
 * What is measured, the reads first: the shop is then still the same on both sides. Nobody asks for the same page twice
 * in a row.
 */
export const rowsOf = ({ visitor, admin, shop }: Visit): Operation[] => [
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
  // As many orders as the shop begins with.
  inTurn(
    "admin orders",
    admin,
    [0, PAGE].map((offset) => `/admin/orders?limit=${PAGE}&offset=${offset}`),
  ),
  ...operationsOf(visitor, shop, new Map()),
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

import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledAssumption } from "../../db/statements.ts";
import type { Graph } from "../../graph/graph.ts";
import { KEPT_VERSION } from "../../graph/kept-relation.ts";
import type { Cart } from "./cart.ts";
import { tellingVersions } from "./cart-parts-graph.ts";
import { areVersions, type CartVersions } from "./cart-versions-graph.ts";
import { forget, hasCodes, type Remembered, rememberedOf } from "./remembered-cart-store.ts";
import { isLastSeen, stampOf } from "./shop-stamp-store.ts";

type Expected = CartVersions & { id: string };

const expect = compiledAssumption<Expected>("cart-expect", (p) =>
  areVersions(tellingVersions.withoutCodes, p),
);
const expectWithCodes = compiledAssumption<Expected>("cart-expect-with-codes", (p) =>
  areVersions(tellingVersions.withCodes, p),
);

/**
 * What this process remembers of a cart, for a transaction that has asked for its lock and fails unless the cart is still
 * so. How much there is of its goods may have changed. Undefined where it has to be read.
 */
export function assumedCart(graph: Graph, tx: Tx, id: string): Cart | undefined {
  const known = tx.mayAssume && tx.written.size === 0 ? rememberedOf(graph, id) : undefined;
  if (!known || !isLastSeen(graph, stampOf(known.versions))) return undefined;
  const { cart, versions } = known;
  (hasCodes(cart) ? expectWithCodes : expect)(tx, { id, ...versions }, () => forget(graph, id));
  return cart;
}

/**
 * Where its own row tells nearly all of whether a cart is still what it was: nobody's yet, and without codes and payment.
 * That no payment was opened since, and what its goods are, is looked at with the commit: see `cart-after-store.ts`.
 */
export function toldByItsRow(graph: Graph, id: string): Remembered | undefined {
  const known = rememberedOf(graph, id);
  if (!known || known.versions.isLocated || known.cart.customer_id !== null) return undefined;
  return hasCodes(known.cart) || known.cart.payment_sessions.length > 0 ? undefined : known;
}

const expectOwnRow = compiledAssumption<Pick<Expected, "id" | "cart" | "kept">>(
  "cart-expect-own-row",
  (p) => sql<boolean>`(select xmin::text = ${p.cart}
      and ${sql.raw(KEPT_VERSION)} is not distinct from ${p.kept}
    from cart where id = ${p.id} and deleted_at is null for no key update)`,
);

/** Such a cart, locked, for a transaction that fails unless the row is still the same. */
export function assumedByItsRow(graph: Graph, tx: Tx, { cart, versions }: Remembered): Cart {
  expectOwnRow(tx, { id: cart.id, ...versions }, () => forget(graph, cart.id));
  return cart;
}

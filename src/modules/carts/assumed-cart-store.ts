import type { Tx } from "../../db/database.ts";
import { compiledAssumption } from "../../db/statements.ts";
import type { Graph } from "../../graph/graph.ts";
import type { Cart } from "./cart.ts";
import { tellingVersions } from "./cart-parts-graph.ts";
import { type CartVersions, haveVersions, shortNameOf } from "./cart-versions-graph.ts";
import { forget, rememberedOf } from "./remembered-cart-store.ts";
import { isLastSeen, noteExpected, stampOf } from "./shop-stamp-store.ts";

type Expectation = ReturnType<typeof compiledAssumption<CartVersions & { id: string }>>;

const expectations = new Map<string, Expectation>();

/** Carts of customers, with payments or with codes depend on more than others do. */
function expectationOf(names: readonly (keyof CartVersions)[]): Expectation {
  const key = shortNameOf(names);
  const known = expectations.get(key);
  if (known) return known;
  const made: Expectation = compiledAssumption(`cart-expect-${key}`, (p) => haveVersions(names, p));
  expectations.set(key, made);
  return made;
}

/**
 * What this process remembers of a cart, for a transaction that has asked for its lock and fails unless the cart is still so.
 * How much there is of its goods may have changed. Undefined where it has to be read.
 */
export function assumedCart(graph: Graph, tx: Tx, id: string): Cart | undefined {
  const known = tx.mayAssume && tx.written.size === 0 ? rememberedOf(graph, id) : undefined;
  if (!known) return undefined;
  const { cart, versions } = known;
  const stamp = stampOf(versions);
  if (!isLastSeen(graph, stamp)) return undefined;
  expectationOf(tellingVersions(cart))(tx, { id, ...versions }, () => forget(graph, id));
  // What is kept at a location is no part of the stamp.
  if (!versions.isLocated) noteExpected(tx, stamp);
  return cart;
}

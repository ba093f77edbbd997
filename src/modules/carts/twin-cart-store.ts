import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledAssumption } from "../../db/statements.ts";
import type { Graph } from "../../graph/graph.ts";
import { KEPT_VERSION } from "../../graph/kept-relation.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import type { View } from "../../graph/selection.ts";
import { frozen } from "../../kernel/frozen.ts";
import type { Cart, CartAddress } from "./cart.ts";
import type { Ground } from "./cart-ground-store.ts";
import { versionsOf } from "./cart-versions-graph.ts";
import { cart as cartEntity } from "./carts-graph.ts";
import { keptVersion, type OfNewCart, rememberLike } from "./remembered-cart-store.ts";

/** A cart as it was just made. */
interface NewRow {
  id: string;
  context: Cart["context"];
  address: CartAddress | null;
}

type ShownTwin = Cart & { sales_channel: Ground["channel"] };

const memoryOf = recentRowsOf<Cart>();

/** The last empty cart of a guest that was asked for in the same words: a new one will be like it. */
export const twinFor = (graph: Graph, words: string): Cart | undefined => memoryOf(graph).get(words);

export const keepTwin = (graph: Graph, words: string, cart: Cart): void => memoryOf(graph).keep(words, cart);

/** What a twin stands on. */
export function groundOf(twin: Cart): Ground {
  const { region, sales_channel, $facts } = twin as ShownTwin;
  return {
    region: { ...region, currency_includes_tax: $facts.currency_includes_tax },
    channel: sales_channel,
    customer: null,
  };
}

const expectKept = compiledAssumption<{ version: string | null }>(
  "cart-expect-ground",
  (p) => sql<boolean>`${sql.raw(KEPT_VERSION)} is not distinct from ${p.version}`,
);

/** If what carts stand on has changed since, the transaction fails and is to be done again. */
export const expectSameGround = (tx: Tx, twin: Cart): void => expectKept(tx, { version: keptVersion(twin) });

const onlyTimes: View = { entity: cartEntity, fields: ["id", "created_at", "updated_at"] };
const version = versionsOf("cart", "catalogue");

/**
 * The new cart, without reading what its twin has as well; asked for after the commit. Null where the answer to that was
 * lost, and the cart has to be read.
 */
export function cartLike(graph: Graph, tx: Tx, { twin, made }: { twin: Cart; made: NewRow }) {
  const times = graph.findAtLast(onlyTimes, made.id, { tx, extras: [version] });
  return async (): Promise<Cart | null> => {
    const found = await times();
    if (!found) return null;
    const { [version.name]: versions, ...row } = found;
    const { id, ...stamps } = row as { id: string; created_at: string; updated_at: string };
    const { address, context } = made;
    const cart = frozen({
      ...twin,
      ...stamps,
      id,
      context,
      shipping_address_id: address?.id ?? null,
      shipping_address: address && { ...twin.shipping_address!, ...address, ...stamps },
    });
    rememberLike(graph, cart, { twin, versions: versions as OfNewCart });
    return cart;
  };
}

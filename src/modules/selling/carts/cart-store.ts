import { sql } from "kysely";
import { refusedKey } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, compiledWrite, withParts } from "../../../db/statements.ts";
import type { Graph } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { addressesSaved } from "../../people/addresses/index.ts";
import { type Cart, type CartAddress, unknownCart } from "./cart.ts";
import { cartFacts } from "./cart-facts-graph.ts";
import { cart as cartEntity } from "./carts-graph.ts";

/** All that decisions about a cart depend on. */
const whole = viewOf({
  entity: cartEntity,
  fields: ["*", "items.variant.product_id", "items.variant.sku", "items.variant.weight"],
  relations: [
    "items",
    "items.adjustments",
    "discounts",
    "discounts.rule",
    "gift_cards",
    "region",
    "region.countries",
    "region.payment_providers",
    "billing_address",
    "shipping_address",
    "shipping_methods",
    "shipping_methods.shipping_option",
    "payment_sessions",
  ],
});

/** A cart inside a transaction that may have written to it, past the cache. */
export async function readCartIn(graph: Graph, tx: Tx, id: string): Promise<Cart> {
  const found = await graph.find(whole, id, { on: tx, extras: [cartFacts] });
  if (!found) throw unknownCart(id);
  return found;
}

const locking = (p: { id: string }) => sql<{ completed_at: string | null }>`
  select completed_at::text from cart where id = ${p.id} and deleted_at is null for no key update`;

const lock = compiledSql("cart-lock", locking);

/** The lock of a cart, sent in one message with the next statement. */
export const lockCartWithNext = compiledWrite("cart-lock", {}, locking);

/** The lock without the content; tells whether the cart has been completed. */
export async function lockCartRow(tx: Tx, id: string): Promise<{ isCompleted: boolean }> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownCart(id);
  return { isCompleted: found.completed_at !== null };
}

/** The row of a cart, with the addresses that are new or changed. */
export interface CartRow
  extends Pick<
    Cart,
    | "id"
    | "email"
    | "customer_id"
    | "region_id"
    | "sales_channel_id"
    | "billing_address_id"
    | "shipping_address_id"
    | "context"
  > {
  addresses: readonly CartAddress[];
}

/** A cart that is not simply a customer's says what it is for. */
type NewCartRow = CartRow & Partial<Pick<Cart, "type" | "metadata">>;

type Written = Omit<CartRow, "addresses" | "context"> & { addresses: string; context: string | null };

const insert = compiledWrite<Written & { type: string; metadata: string | null }>(
  "cart-insert",
  withParts({ inserts: ["cart"] }, [addressesSaved]),
  (p) => sql`with addressed as (${addressesSaved(p)})
    insert into cart (id, email, customer_id, region_id, sales_channel_id, billing_address_id, shipping_address_id,
      context, type, metadata)
    values (${p.id}, ${p.email}, ${p.customer_id}, ${p.region_id}, ${p.sales_channel_id}, ${p.billing_address_id},
      ${p.shipping_address_id}, ${p.context}::jsonb, ${p.type}::cart_type_enum, ${p.metadata}::jsonb)`,
);

const update = compiledWrite<Written>(
  "cart-update",
  withParts({ updates: ["cart"] }, [addressesSaved]),
  (p) => sql`with addressed as (${addressesSaved(p)})
    update cart set email = ${p.email}, customer_id = ${p.customer_id}, region_id = ${p.region_id},
      sales_channel_id = ${p.sales_channel_id}, billing_address_id = ${p.billing_address_id},
      shipping_address_id = ${p.shipping_address_id}, context = ${p.context}::jsonb, updated_at = now()
    where id = ${p.id}`,
);

const written = ({ addresses, context, ...row }: CartRow): Written => ({
  addresses: JSON.stringify(addresses),
  context: context && JSON.stringify(context),
  ...row,
});

const unknownReference = {
  foreignKey: (violation: Parameters<typeof refusedKey>[0]) => {
    const { column, value } = refusedKey(violation);
    if (column === "country_code") {
      return new Refusal("not_found", `Country with country_code ${value} does not exist.`);
    }
    return notFound(column.replace(/_id$/, ""), value);
  },
};

export async function insertCart(
  tx: Tx,
  { type = "default", metadata = null, ...cart }: NewCartRow,
): Promise<void> {
  const row = { type, metadata: metadata && JSON.stringify(metadata), ...written(cart) };
  await insert(tx, row, unknownReference);
}

export async function saveCart(tx: Tx, cart: CartRow): Promise<void> {
  await update(tx, written(cart), unknownReference);
}

import { sql } from "kysely";
import { refusedKey } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiledSql, compiledWrite, withParts } from "../../../db/statements.ts";
import type { Graph } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { addressesSaved } from "../../people/addresses/index.ts";
import { sessionAuthorized } from "../payment-sessions/index.ts";
import { type Cart, type CartAddress, unknownCart } from "./cart.ts";
import { cartFacts } from "./cart-facts-graph.ts";
import { cart as cartEntity } from "./carts-graph.ts";

export const cartFields = customFieldsOf("cart");

/** The fields that changes of a cart depend on. */
const cartToChange = viewOf({
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

/** Reads a cart without the cache: the transaction may have written to it. */
export async function readCartIn(graph: Graph, tx: Tx, id: string): Promise<Cart> {
  const found = await graph.find(cartToChange, id, { on: tx, extras: [cartFacts] });
  if (!found) throw unknownCart(id);
  return found;
}

const locking = (p: { id: string }) => sql<{ completed_at: string | null }>`
  select completed_at::text from cart where id = ${p.id} and deleted_at is null for no key update`;

const lock = compiledSql("cart-lock", locking);

/** Locks a cart. The statement is sent in one message with the next one. */
export const lockCartWithNext = compiledWrite("cart-lock", {}, locking);

/** Locks a cart without reading it. */
export async function lockCartRow(tx: Tx, id: string): Promise<{ isCompleted: boolean }> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownCart(id);
  return { isCompleted: found.completed_at !== null };
}

/** The row of a cart, and its new or changed addresses. */
interface CartRow
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

/** A session and the answer of its provider to the authorization. */
export interface AuthorizedSession {
  sessionId: string;
  data: Metadata;
}

type Completed = { cartId: string; paymentId: string | null; sessionId: string | null; data: string };

const complete = compiledWrite<Completed>(
  "cart-complete",
  withParts({ updates: ["cart"] }, [sessionAuthorized]),
  (p) => sql`
    with authorized as (${sessionAuthorized(p)})
    update cart set completed_at = now(), payment_authorized_at = now(), payment_id = ${p.paymentId},
      updated_at = now()
    where id = ${p.cartId}`,
);

export async function markCompleted(
  tx: Tx,
  {
    cartId,
    paymentId,
    session,
  }: { cartId: string; paymentId: string | null; session: AuthorizedSession | null },
): Promise<void> {
  await complete(tx, {
    cartId,
    paymentId,
    sessionId: session?.sessionId ?? null,
    data: JSON.stringify(session?.data ?? {}),
  });
}

export const discountsOfCarts = linkTable("cart_discounts", { owner: "cart_id", other: "discount_id" });
export const giftCardsOfCarts = linkTable("cart_gift_cards", { owner: "cart_id", other: "gift_card_id" });

import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { announceAll, type NewEvent } from "../../../../events/define-events.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { customerEvents, guestFor } from "../../../people/customers/index.ts";
import { insertCartLines } from "../../line-items/index.ts";
import { pricedShippingOption } from "../../shipping/index.ts";
import type { Cart } from "../cart.ts";
import type { Buyer } from "../cart-changes.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { insertAgreedPrices, putShippingMethod } from "../cart-shipping-store.ts";
import { cartFields, insertCart, readCartIn } from "../cart-store.ts";
import { ratesOf } from "../cart-totals.ts";
import { agreedPrices, type DraftCart, lastByProfile } from "../draft-cart.ts";
import { cartEvents } from "../events.ts";
import {
  methodFor,
  type OfferedOption,
  refuseUnavailableOption,
  shippedLines,
  unknownOption,
} from "../shipping-choice.ts";
import { applyDiscounts, rebuildAdjustments } from "./apply-codes.ts";
import { type ComposedCart, composeDraftCart, type DraftCartIds } from "./compose-draft-cart.ts";
import { quoteShipping, type ShippingQuote } from "./quote-shipping.ts";

const offered = viewOf({
  entity: pricedShippingOption,
  fields: [
    "id",
    "region_id",
    "profile_id",
    "provider_id",
    "price_type",
    "amount",
    "is_return",
    "admin_only",
    "includes_tax",
    "data",
  ],
  relations: ["requirements"],
});

type ChosenShipping = ShippingQuote & { isAgreed: boolean };

const ATTEMPTS = 3;

/**
 * Creates the cart of a draft order with its shipping methods. `also` writes the rows of the caller in the same transaction.
 * Carriers are called before the transaction, and again if the parcel that they priced has changed.
 */
export async function createDraftCart<T>(
  deps: CartDeps,
  draft: DraftCart,
  also: (tx: Tx, cartId: string) => Promise<T>,
): Promise<T> {
  const ids = { cartId: newId("cart"), lineIds: (draft.items ?? []).map(() => newId("item")) };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const shipping = await chosenShipping(deps, draft, ids);
    const created = await inTransaction(deps.db, async (tx) => {
      const composed = await composeDraftCart(deps, { tx, draft, ids });
      if (!isQuoteCurrent(shipping, composed)) return null;
      await saveDraftCart(deps, { tx, draft, ids, composed, shipping });
      return { result: await also(tx, ids.cartId) };
    });
    if (created) return created.result;
  }
  throw new Refusal("conflict", "Prices changed again and again while the shipping was calculated");
}

const isQuoteCurrent = (shipping: readonly ChosenShipping[], { parcel }: ComposedCart): boolean =>
  shipping.every(({ pricedParcel }) => pricedParcel === null || pricedParcel === JSON.stringify(parcel));

/** Calls the carriers while no row is locked. */
async function chosenShipping(
  deps: CartDeps,
  draft: DraftCart,
  ids: DraftCartIds,
): Promise<ChosenShipping[]> {
  const options = await readOptions(deps, draft);
  const { parcel } = await inSideTransaction(deps.db, (tx) => composeDraftCart(deps, { tx, draft, ids }));
  const chosen: ChosenShipping[] = [];
  for (const { option_id, data = {}, price } of draft.shipping_methods) {
    const option = options.get(option_id);
    if (!option) throw unknownOption(option_id);
    const quote = await quoteShipping(deps, { option, data, parcel, agreed: price });
    chosen.push({ ...quote, isAgreed: price !== undefined });
  }
  return lastByProfile(chosen);
}

async function readOptions(
  { graph }: CartDeps,
  { shipping_methods }: DraftCart,
): Promise<Map<string, OfferedOption>> {
  const ids = [...new Set(shipping_methods.map(({ option_id }) => option_id))];
  if (ids.length === 0) return new Map();
  const rows = await graph.rows(offered, {
    filters: [{ kind: "in", column: "id", values: ids }],
    limit: ids.length,
    offset: 0,
  });
  return new Map(rows.map((option) => [option.id, option]));
}

interface DraftCartWrite {
  tx: Tx;
  draft: DraftCart;
  ids: DraftCartIds;
  composed: ComposedCart;
  shipping: readonly ChosenShipping[];
}

async function saveDraftCart(deps: CartDeps, write: DraftCartWrite): Promise<void> {
  const { tx, draft, composed, shipping } = write;
  const { cartId: id } = write.ids;
  const { buyer, events } = await buyerOf(write);
  const { shipping_address, billing_address, written } = composed.addresses;
  await insertCart(tx, {
    id,
    type: "draft_order",
    email: buyer.email,
    customer_id: buyer.id,
    region_id: composed.region.id,
    sales_channel_id: composed.salesChannelId,
    shipping_address_id: shipping_address?.id ?? null,
    billing_address_id: billing_address?.id ?? null,
    context: {},
    metadata: draft.metadata ?? {},
    addresses: written,
  });
  await cartFields.save(tx, id, draft.custom_fields);
  await insertCartLines(tx, id, composed.lines);
  await insertAgreedPrices(tx, id, agreedPrices(shipping));
  await putShipping(tx, await readCartIn(deps.graph, tx, id), shipping);
  const place = { id, region_id: composed.region.id, customer_id: buyer.id };
  const codes = (draft.discounts ?? []).map(({ code }) => code);
  if (codes.length > 0 && (await applyDiscounts(tx, place, codes)).areGoodsDiscounted) {
    await rebuildAdjustments(deps, tx, id);
  }
  await announceAll(tx, [...events, cartEvents.of("cart.created", { id })]);
}

async function buyerOf({
  tx,
  draft,
  composed,
}: DraftCartWrite): Promise<{ buyer: Buyer; events: NewEvent[] }> {
  if (composed.customer) return { buyer: composed.customer, events: [] };
  const { isNew, ...guest } = await guestFor(tx, draft.email);
  return { buyer: guest, events: isNew ? [customerEvents.of("customer.created", { ...guest })] : [] };
}

async function putShipping(tx: Tx, cart: Cart, shipping: readonly ChosenShipping[]): Promise<void> {
  const shippedLineIds = shippedLines(
    cart,
    shipping.map(({ option }) => option.profile_id),
  );
  for (const chosen of shipping) {
    // Administrators may also choose options that are not for customers.
    refuseUnavailableOption(cart, ratesOf(cart), { ...chosen.option, admin_only: false });
    await putShippingMethod(tx, {
      cartId: cart.id,
      method: methodFor(newId("sm"), chosen),
      replacedIds: [],
      shippedLineIds,
    });
  }
}

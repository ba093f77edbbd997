import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { announceAll, type NewEvent } from "../../../../events/announce.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { guestFor } from "../../../people/customers/index.ts";
import { insertCartLines } from "../../line-items/index.ts";
import { pricedShippingOption } from "../../shipping/index.ts";
import { insertAgreedPrices } from "../agreed-shipping-store.ts";
import type { Cart } from "../cart.ts";
import type { Buyer } from "../cart-changes.ts";
import { putShippingMethod } from "../cart-shipping-store.ts";
import { insertCart, readCartIn } from "../cart-store.ts";
import { ratesOf } from "../cart-taxes.ts";
import { agreedPrices, lastByProfile, type PromisedCart } from "../promised-cart.ts";
import { type OfferedOption, refuseUnfit, shippedLines, unknownOption } from "../shipping-choice.ts";
import { applyDiscounts } from "./apply-discounts.ts";
import { type AskedOption, askCarrier } from "./ask-carrier.ts";
import { type ComposedCart, composePromisedCart, type PromisedIds } from "./compose-promised-cart.ts";
import type { CartDeps } from "./deps.ts";
import { rebuildAdjustments } from "./rebuild-adjustments.ts";

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

type ChosenShipping = AskedOption & { isAgreed: boolean };

const ATTEMPTS = 3;

/**
 * Puts a cart together for a customer, with its shipping; `also` writes what it is for, in the same transaction. The
 * carriers are asked before anything is written, and again when a parcel they calculated is no longer the same.
 */
export async function promiseCart<T>(
  deps: CartDeps,
  wanted: PromisedCart,
  also: (tx: Tx, cartId: string) => Promise<T>,
): Promise<T> {
  const ids = { cartId: newId("cart"), lineIds: (wanted.items ?? []).map(() => newId("item")) };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const shipping = await chosenShipping(deps, wanted, ids);
    const made = await inTransaction(deps.db, async (tx) => {
      const composed = await composePromisedCart(deps, { tx, wanted, ids });
      if (!isStillRight(shipping, composed)) return null;
      await write(deps, { tx, wanted, ids, composed, shipping });
      return { result: await also(tx, ids.cartId) };
    });
    if (made) return made.result;
  }
  throw new Refusal("conflict", "Prices changed again and again while the shipping was calculated");
}

const isStillRight = (shipping: readonly ChosenShipping[], { parcel }: ComposedCart): boolean =>
  shipping.every(({ pricedParcel }) => pricedParcel === null || pricedParcel === JSON.stringify(parcel));

/** Nothing is locked while the carriers are asked. */
async function chosenShipping(
  deps: CartDeps,
  wanted: PromisedCart,
  ids: PromisedIds,
): Promise<ChosenShipping[]> {
  const options = await readOptions(deps, wanted);
  const { parcel } = await inSideTransaction(deps.db, (tx) => composePromisedCart(deps, { tx, wanted, ids }));
  const chosen: ChosenShipping[] = [];
  for (const { option_id, data = {}, price } of wanted.shipping_methods) {
    const option = options.get(option_id);
    if (!option) throw unknownOption(option_id);
    const asked = await askCarrier(deps, { option, data, parcel, agreed: price });
    chosen.push({ ...asked, isAgreed: price !== undefined });
  }
  return lastByProfile(chosen);
}

async function readOptions(
  { graph }: CartDeps,
  { shipping_methods }: PromisedCart,
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

interface Writing {
  tx: Tx;
  wanted: PromisedCart;
  ids: PromisedIds;
  composed: ComposedCart;
  shipping: readonly ChosenShipping[];
}

async function write({ graph }: CartDeps, writing: Writing): Promise<void> {
  const { tx, wanted, composed, shipping } = writing;
  const { cartId: id } = writing.ids;
  const { buyer, events } = await buyerOf(writing);
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
    metadata: wanted.metadata ?? {},
    addresses: written,
  });
  await insertCartLines(tx, id, composed.lines);
  await insertAgreedPrices(tx, id, agreedPrices(shipping));
  await putShipping(tx, await readCartIn(graph, tx, id), shipping);
  const place = { id, region_id: composed.region.id, customer_id: buyer.id };
  const codes = (wanted.discounts ?? []).map(({ code }) => code);
  if (codes.length > 0 && (await applyDiscounts(tx, place, codes)).areGoodsDiscounted) {
    await rebuildAdjustments(graph, tx, id);
  }
  await announceAll(tx, [...events, { name: "cart.created", data: { id } }]);
}

async function buyerOf({ tx, wanted, composed }: Writing): Promise<{ buyer: Buyer; events: NewEvent[] }> {
  if (composed.customer) return { buyer: composed.customer, events: [] };
  const { isNew, ...guest } = await guestFor(tx, wanted.email);
  return { buyer: guest, events: isNew ? [{ name: "customer.created", data: { ...guest } }] : [] };
}

async function putShipping(tx: Tx, cart: Cart, shipping: readonly ChosenShipping[]): Promise<void> {
  const shippedLineIds = shippedLines(
    cart,
    shipping.map(({ option }) => option.profile_id),
  );
  for (const { option, data, price } of shipping) {
    // Administrators may also choose what customers may not.
    refuseUnfit(cart, ratesOf(cart), { ...option, admin_only: false });
    await putShippingMethod(tx, {
      cartId: cart.id,
      method: {
        id: newId("sm"),
        shipping_option_id: option.id,
        price,
        includes_tax: option.includes_tax,
        data,
      },
      replacedIds: [],
      shippedLineIds,
    });
  }
}

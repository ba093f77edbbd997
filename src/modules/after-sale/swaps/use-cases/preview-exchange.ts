import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { withoutSaving } from "../../../../db/transactions/without-saving.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type LockedOrder, readOrderWithoutLock, requireOrderAllows } from "../../../orders/orders/index.ts";
import {
  type CartDeps,
  type LineRequest,
  ratesWithoutService,
  readCartIn,
  totalsOf,
} from "../../../selling/carts/index.ts";
import { shippingTotals } from "../../../selling/totals/index.ts";
import {
  type ItemQuantity,
  linesToReturn,
  prepareReturnShipping,
  prepareShipping,
  type ReturnShipping,
  type ShippingChoice,
  saleValueOf,
} from "../../returns/index.ts";
import { insertSwapRequest } from "./create-swap.ts";

interface Exchange {
  return_items: readonly ItemQuantity[];
  return_shipping?: ShippingChoice;
  additional_items?: readonly LineRequest[];
  /** How the new goods are sent. */
  shipping?: ShippingChoice;
}

interface NewGoods {
  additional_items: { variant_id: string | null; title: string; quantity: number; total: number }[];
  difference_due: number;
  /** Requirements of shipping options are compared with these, before discounts. */
  shipped_value: number;
  shipped_value_with_tax: number;
}

const noNewGoods = { additional_items: [], shipped_value: 0, shipped_value_with_tax: 0 };

/** What a return of these goods refunds, or what their swap costs. */
export async function previewExchange(deps: CartDeps, orderId: string, exchange: Exchange) {
  const { return_items: items, return_shipping: choice, additional_items: added = [] } = exchange;
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  requireOrderAllows(added.length > 0 ? "swap" : "return", order);
  linesToReturn(order, items, { isRefundedOnArrival: true, isRequestOnly: added.length === 0 });
  const shipping = choice ? await prepareReturnShipping(deps, order, { items, choice }) : null;
  const returned = items.map((item) => ({ ...item, value: saleValueOf(order, [item]) }));
  const returnedTotal = returned.reduce((sum, { value }) => sum + value, 0);
  const shippingTotal = shipping ? shippingTotals(shipping).total : 0;
  const goods =
    added.length > 0
      ? await previewSwap(deps, order, { items, shipping, added })
      : { ...noNewGoods, difference_due: shippingTotal - returnedTotal };
  const sent =
    exchange.shipping && added.length > 0
      ? shippingTotals(await prepareShipping(deps, order, { items: [], choice: exchange.shipping })).total
      : 0;
  return {
    currency_code: order.currency_code,
    returned_items: returned.map(({ item_id, quantity, value }) => ({ item_id, quantity, value })),
    returned_total: returnedTotal,
    return_shipping_total: shippingTotal,
    shipping_total: sent,
    refund_amount: Math.max(returnedTotal - shippingTotal, 0),
    ...goods,
    difference_due: goods.difference_due + sent,
  };
}

interface SwapPreview {
  items: readonly ItemQuantity[];
  shipping: ReturnShipping | null;
  added: readonly LineRequest[];
}

/** Inserts the swap, reads the totals of its cart, and rolls everything back. */
async function previewSwap(deps: CartDeps, order: LockedOrder, preview: SwapPreview): Promise<NewGoods> {
  const request = {
    orderId: order.id,
    returnItems: preview.items,
    returnShipping: null,
    additionalItems: preview.added,
    allowBackorder: true,
    isCustomer: false,
    idempotencyKey: newId("preview"),
  };
  return withoutSaving((end) =>
    inTransaction(deps.db, async (tx) => {
      const { cartId } = await insertSwapRequest(deps, tx, request, preview.shipping);
      return end(await newGoodsOf(deps, tx, cartId));
    }),
  );
}

function requirementValues(lines: readonly { subtotal: number; tax_total: number }[]) {
  const shipped_value = lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const taxes = lines.reduce((sum, { tax_total }) => sum + tax_total, 0);
  return { shipped_value, shipped_value_with_tax: shipped_value + taxes };
}

async function newGoodsOf({ graph, providers }: CartDeps, tx: Tx, cartId: string): Promise<NewGoods> {
  const cart = await readCartIn(graph, tx, cartId);
  const { whole, lines } = totalsOf(cart, ratesWithoutService(providers.rules, cart));
  return {
    additional_items: cart.items.flatMap(({ variant_id, title, quantity, is_return }, index) =>
      is_return ? [] : [{ variant_id, title, quantity, total: lines[index]!.total }],
    ),
    difference_due: whole.total,
    ...requirementValues(lines),
  };
}

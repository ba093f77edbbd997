import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import { discountsOnGoods, type LockedOrder, type OrderedLine } from "../../../orders/orders/index.ts";
import {
  adminLines,
  type CartContext,
  type CartDeps,
  cartEvents,
  checkedChannel,
  customerLines,
  discountsOfCarts,
  insertAgreedPricesOfRegion,
  insertCart,
  type Line,
  readCartContext,
  rebuildAdjustments,
} from "../../../selling/carts/index.ts";
import {
  checkedLine,
  insertLines,
  insertLineTaxes,
  insertReturnedAdjustments,
  insertReturnedLines,
} from "../../../selling/line-items/index.ts";
import type { ReturnShipping } from "../../returns/index.ts";
import {
  type ReturnedLine,
  regionDeleted,
  returnedLine,
  type SwapRequest,
  shippingOptionNotFound,
} from "../swap.ts";

interface SwapCart {
  /** The id of the cart. */
  id: string;
  swapId: string;
  order: LockedOrder;
  request: SwapRequest;
}

/** Inserts the empty cart with which the customer confirms the swap. */
export async function openSwapCart(tx: Tx, { id, swapId, order, request }: SwapCart): Promise<CartContext> {
  const cartContext = await readCartContext(tx, {
    regionId: order.region_id,
    salesChannelId: request.salesChannelId ?? order.sales_channel_id,
    customerId: order.customer_id,
  });
  if (request.salesChannelId !== undefined) checkedChannel(cartContext.channel, request.salesChannelId);
  const { email, customer_id, region_id, billing_address_id, shipping_address_id } = order;
  await insertCart(tx, {
    id,
    type: "swap",
    email,
    customer_id,
    region_id,
    sales_channel_id: request.salesChannelId ?? order.sales_channel_id,
    // Changing the address of the cart inserts a new row, so the address of the order does not change.
    billing_address_id,
    shipping_address_id,
    addresses: [],
    context: {},
    metadata: { swap_id: swapId, parent_order_id: order.id },
  });
  // The discounts of the order apply to the new goods, except for discounts on shipping.
  await discountsOfCarts.replace(
    tx,
    id,
    discountsOnGoods(order).map((discount) => discount.id),
  );
  await insertAgreedPrices(tx, { id, request });
  await cartEvents.announce(tx, "cart.created", { id });
  return cartContext;
}

async function insertAgreedPrices(tx: Tx, { id, request }: Pick<SwapCart, "id" | "request">): Promise<void> {
  const agreed = (request.customShipping ?? []).map(({ option_id, price }) => ({
    optionId: option_id,
    price,
  }));
  const ids = agreed.map(({ optionId }) => optionId);
  const duplicate = ids.find((optionId, index) => ids.indexOf(optionId) !== index);
  if (duplicate !== undefined) throw invalid(`custom_shipping_options: ${duplicate} is named twice`);
  const known = await insertAgreedPricesOfRegion(tx, id, agreed);
  const missing = ids.find((optionId) => !known.includes(optionId));
  if (missing !== undefined) throw shippingOptionNotFound(missing);
}

interface SwapCartContent extends SwapCart {
  cartContext: CartContext;
  returned: readonly { line: OrderedLine; quantity: number }[];
  shipping: ReturnShipping | null;
}

/** Inserts lines for the new goods, the returned goods and the return shipping. */
export async function fillSwapCart(deps: CartDeps, tx: Tx, content: SwapCartContent): Promise<void> {
  const { id: cartId, swapId, order, returned, shipping } = content;
  const lines = await additionalLines(deps, tx, content);
  await insertLines(tx, { cart_id: cartId, swap_id: swapId }, lines);
  if (discountsOnGoods(order).length > 0) await rebuildAdjustments(deps, tx, cartId);
  if (shipping) await insertReturnShipping(tx, { cartId, shipping, rules: deps.providers.rules });
  const rows = returned.map(({ line: sold, quantity }) => returnedLine(order, { sold, quantity, newId }));
  await insertReturnedGoods(tx, cartId, rows);
}

async function additionalLines(
  deps: CartDeps,
  tx: Tx,
  { id: cartId, order, request, cartContext }: SwapCartContent,
): Promise<Line[]> {
  if (request.additionalItems.length === 0) return [];
  if (!cartContext.region) throw regionDeleted();
  const lineRequest = {
    on: tx,
    cartId,
    region: cartContext.region,
    salesChannelId: request.salesChannelId ?? order.sales_channel_id,
    customer: cartContext.customer,
    requested: request.additionalItems,
    source: "swap" as const,
  };
  return request.isCustomer ? customerLines(deps, lineRequest) : adminLines(deps, lineRequest);
}

/** Inserts lines with the negative sale price of the returned goods. */
async function insertReturnedGoods(tx: Tx, cartId: string, lines: readonly ReturnedLine[]): Promise<void> {
  await insertReturnedLines(tx, cartId, lines);
  await insertReturnedAdjustments(
    tx,
    lines.flatMap(({ id, soldId, adjustment }) =>
      adjustment ? [{ ...adjustment, item_id: id, sold_id: soldId }] : [],
    ),
  );
  await insertLineTaxes(
    tx,
    lines.flatMap(({ id, taxes }) => taxes.map((rate) => ({ ...rate, item_id: id }))),
  );
}

/** The customer pays the return shipping together with the swap. */
async function insertReturnShipping(
  tx: Tx,
  { cartId, shipping, rules }: { cartId: string; shipping: ReturnShipping; rules: Rules },
): Promise<void> {
  const { price, includes_tax, tax_lines } = shipping;
  const id = newId("item");
  await insertLines(tx, { cart_id: cartId }, [
    checkedLine(
      {
        id,
        variant_id: null,
        title: "Return shipping",
        unit_price: price,
        quantity: 1,
        includes_tax,
        allow_discounts: false,
        is_return: true,
        has_shipping: true,
      },
      { rules, source: "swap" },
    ),
  ]);
  await insertLineTaxes(
    tx,
    tax_lines.map((rate) => ({ ...rate, item_id: id })),
  );
}

import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { discountsOnGoods, type OrderedLine, type OrderInWork } from "../../../orders/orders/index.ts";
import {
  askedLines,
  type CartContext,
  type CartDeps,
  checkedChannel,
  discountsOfCarts,
  insertAgreedPricesOfRegion,
  insertCart,
  type Line,
  promisedLines,
  readCartContext,
  rebuildAdjustments,
} from "../../../selling/carts/index.ts";
import { insertLines } from "../../../selling/line-items/index.ts";
import type { ReturnShipping } from "../../returns/index.ts";
import { type AskedSwap, regionIsGone, returnedLine, unknownShippingOption } from "../swap.ts";
import { insertReturned, insertReturnShipping } from "./insert-returned.ts";

interface Opening {
  /** Of the cart. */
  id: string;
  swapId: string;
  order: OrderInWork;
  asked: AskedSwap;
}

/** The cart in which the customer confirms the swap, still empty. Tells what it stands on. */
export async function openSwapCart(tx: Tx, { id, swapId, order, asked }: Opening): Promise<CartContext> {
  const ground = await readCartContext(tx, {
    regionId: order.region_id,
    salesChannelId: asked.salesChannelId ?? order.sales_channel_id,
    customerId: order.customer_id,
  });
  if (asked.salesChannelId !== undefined) checkedChannel(ground.channel, asked.salesChannelId);
  const { email, customer_id, region_id, billing_address_id, shipping_address_id } = order;
  await insertCart(tx, {
    id,
    type: "swap",
    email,
    customer_id,
    region_id,
    sales_channel_id: asked.salesChannelId ?? order.sales_channel_id,
    // An address that is changed in the cart becomes a new one: the order's stays as it is.
    billing_address_id,
    shipping_address_id,
    addresses: [],
    context: {},
    metadata: { swap_id: swapId, parent_order_id: order.id },
  });
  // The new goods are as cheap as the old ones were; how they are sent is another matter.
  await discountsOfCarts.replace(
    tx,
    id,
    discountsOnGoods(order).map((discount) => discount.id),
  );
  await agreeOnShipping(tx, { id, asked });
  await announce(tx, "cart.created", { id });
  return ground;
}

async function agreeOnShipping(tx: Tx, { id, asked }: Pick<Opening, "id" | "asked">): Promise<void> {
  const agreed = (asked.customShipping ?? []).map(({ option_id, price }) => ({ optionId: option_id, price }));
  const ids = agreed.map(({ optionId }) => optionId);
  const twice = ids.find((optionId, index) => ids.indexOf(optionId) !== index);
  if (twice !== undefined) throw invalid(`custom_shipping_options: ${twice} is named twice`);
  const known = await insertAgreedPricesOfRegion(tx, id, agreed);
  const missing = ids.find((optionId) => !known.includes(optionId));
  if (missing !== undefined) throw unknownShippingOption(missing);
}

interface Filling extends Opening {
  ground: CartContext;
  returned: readonly { line: OrderedLine; quantity: number }[];
  shipping: ReturnShipping | null;
}

/** What is sent, what comes back, and what the way back costs. */
export async function fillSwapCart(deps: CartDeps, tx: Tx, filling: Filling): Promise<void> {
  const { id: cartId, swapId, order, returned, shipping } = filling;
  const lines = await additionalLines(deps, tx, filling);
  await insertLines(tx, { cart_id: cartId, swap_id: swapId }, lines);
  if (discountsOnGoods(order).length > 0) await rebuildAdjustments(deps.graph, tx, cartId);
  if (shipping) await insertReturnShipping(tx, cartId, shipping);
  const rows = returned.map(({ line: sold, quantity }) => returnedLine(order, { sold, quantity, newId }));
  await insertReturned(tx, cartId, rows);
}

async function additionalLines(
  deps: CartDeps,
  tx: Tx,
  { id: cartId, order, asked, ground }: Filling,
): Promise<Line[]> {
  if (asked.additionalItems.length === 0) return [];
  if (!ground.region) throw regionIsGone();
  const wanted = {
    on: tx,
    cartId,
    region: ground.region,
    salesChannelId: asked.salesChannelId ?? order.sales_channel_id,
    customerGroupIds: ground.customer?.group_ids ?? [],
    wanted: asked.additionalItems,
  };
  return asked.isCustomer ? askedLines(deps, wanted) : promisedLines(deps, wanted);
}

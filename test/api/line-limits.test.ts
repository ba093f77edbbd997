import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { aCart } from "../support/factories/carts.ts";
import { aDraft, draftDetails } from "../support/factories/draft-orders.ts";
import { Editing } from "../support/factories/order-edits.ts";
import { aSentOrder, type OrderOfOneLine } from "../support/factories/orders.ts";
import { usd } from "../support/factories/products.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { askForSwap } from "../support/factories/swaps.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/** One piece can be paid, two cannot. */
const PRICE = 1_500_000_000;

let place: ReturnPlace;
let yacht: string;
let shirt: string;

const { it, shop } = withShop(() => startShop());
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  shirt = await aSoldVariant(shop);
  yacht = await aSoldVariant(shop, {
    product: { variants: [{ title: "One", manage_inventory: false, prices: [usd(PRICE)] }] },
  });
});

type Line = { variant_id: string; quantity: number };
const pieces = (quantity: number): Line => ({ variant_id: yacht, quantity });
const cartOf = (items: Line[] = []) => aCart(shop.visitor(), { region_id: place.id, items });
const draftOf = (items: Record<string, unknown>[]) =>
  shop.admin.post("/admin/draft-orders", draftDetails({ regionId: place.id, items }));
const draftWith = (items: Record<string, unknown>[] = [{ title: "Card", unit_price: 1, quantity: 1 }]) =>
  aDraft(shop.admin, { regionId: place.id, items });
const sentOrder = (): Promise<OrderOfOneLine> => aSentOrder(shop, { place });
const editing = () => Editing.of(shop, { place, variantId: shirt, optionId: place.optionId });

/** Does what comes before, and returns the request that writes the line. */
type Way = () => Promise<() => Promise<Answer>>;

/** Every way by which the price or the quantity of a line is written. */
const ways: Record<string, Way> = {
  "a cart is created with it": async () => () =>
    shop.visitor().post("/store/carts", { region_id: place.id, items: [pieces(2)] }),
  "it is added to a cart": async () => {
    const { id } = await cartOf();
    return () => shop.visitor().post(`/store/carts/${id}/line-items`, pieces(2));
  },
  "a line of a cart gets more pieces": async () => {
    const { id } = await cartOf([pieces(1)]);
    return () => shop.visitor().post(`/store/carts/${id}/line-items`, pieces(1));
  },
  "the quantity of a line in a cart is set": async () => {
    const { id, items } = await cartOf([pieces(1)]);
    return () => shop.visitor().post(`/store/carts/${id}/line-items/${items[0]!.id}`, { quantity: 2 });
  },
  "a draft order is created with it": async () => () => draftOf([{ ...pieces(2) }]),
  "a draft order is created with a price of its own": async () => () =>
    draftOf([{ variant_id: shirt, quantity: 2, unit_price: PRICE }]),
  "a draft order is created with a custom item": async () => () =>
    draftOf([{ title: "Yacht", quantity: 2, unit_price: PRICE }]),
  "it is added to a draft order": async () => {
    const { id } = await draftWith();
    return () => shop.admin.post(`/admin/draft-orders/${id}/line-items`, pieces(2));
  },
  "it is added to a draft order with a price of its own": async () => {
    const { id } = await draftWith();
    const line = { variant_id: shirt, quantity: 2, unit_price: PRICE };
    return () => shop.admin.post(`/admin/draft-orders/${id}/line-items`, line);
  },
  "a custom item is added to a draft order": async () => {
    const { id } = await draftWith();
    const line = { title: "Yacht", quantity: 2, unit_price: PRICE };
    return () => shop.admin.post(`/admin/draft-orders/${id}/line-items`, line);
  },
  "the quantity of a line in a draft order is set": async () => {
    const { id, cart } = await draftWith([pieces(1)]);
    return () =>
      shop.admin.post(`/admin/draft-orders/${id}/line-items/${cart.items[0]!.id}`, { quantity: 2 });
  },
  "the price of a line in a draft order is set": async () => {
    const { id, cart } = await draftWith([{ variant_id: shirt, quantity: 2 }]);
    return () =>
      shop.admin.post(`/admin/draft-orders/${id}/line-items/${cart.items[0]!.id}`, { unit_price: PRICE });
  },
  "an admin swaps goods for it": async () => {
    const order = await sentOrder();
    return () => askForSwap(shop, order, { variantId: yacht, quantity: 2 });
  },
  "a customer swaps goods for it": async () => {
    const order = await sentOrder();
    return () =>
      shop.visitor().post("/store/swaps", {
        order_id: order.id,
        return_items: [{ item_id: order.lineId, quantity: 1 }],
        additional_items: [pieces(2)],
      });
  },
  "a claim replaces goods by it": async () => {
    const order = await sentOrder();
    return () =>
      shop.admin.post(`/admin/orders/${order.id}/claims`, {
        type: "replace",
        claim_items: [{ item_id: order.lineId, quantity: 1, reason: "production_failure" }],
        additional_items: [pieces(2)],
      });
  },
  "it is added to an order edit": async () => {
    const edit = await editing();
    return () => edit.add(yacht, 2);
  },
  "the quantity of a line in an order edit is set": async () => {
    const edit = await editing();
    await edit.add(yacht, 1);
    const added = (await edit.read()).items.find(({ variant_id }) => variant_id === yacht)!;
    return () => edit.setQuantity(added.id, 2);
  },
};

const allLines = () =>
  shop.db.run({ text: "select id, quantity, unit_price, updated_at from line_item order by id", values: [] });

describe("a line that costs more than can be paid is refused when", () => {
  it.each(Object.entries(ways))("%s", async (_, prepare) => {
    const write = await prepare();
    const before = await allLines();
    const { status, body } = await write();
    expect({ status, ...body }).toMatchObject({
      status: 400,
      type: "invalid_data",
      message: "quantity: the line would cost more than can be paid",
    });
    expect(await allLines()).toEqual(before);
  });
});

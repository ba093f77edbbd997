import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import {
  aCart,
  addLine,
  aPayableCart,
  aPlace,
  cartIn,
  changeCart,
  complete,
  type Place,
  readCart,
  type ShownCart,
} from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { Editing, editIn } from "../support/factories/order-edits.ts";
import { anOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let shirt: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  shirt = await aSoldVariant(shop, { price: 1000 });
});

/** As a plugin, or v1, makes them: 1.50 off the line, and why. */
const takeOff = (lineId: string) =>
  shop.db.run({
    text: `insert into line_item_adjustment (id, item_id, description, amount, metadata)
      values ($1, $2, 'loyalty', 150, '{"points": 15}')`,
    values: [newId("lia"), lineId],
  });

const aCheaperCart = async (): Promise<ShownCart> => {
  const { id, items } = await aCart(shop.visitor(), {
    region_id: place.id,
    items: [{ variant_id: shirt, quantity: 2 }],
  });
  await takeOff(items[0]!.id);
  return readCart(shop.visitor(), id);
};

const loyalty = { discount_id: null, amount: 150, description: "loyalty", metadata: { points: 15 } };
const tenPercent = { type: "percentage", value: 10, allocation: "total" };

describe("an adjustment that belongs to no discount", () => {
  it("is taken off the cart", async () => {
    expect(await aCheaperCart()).toMatchObject({
      subtotal: 2000,
      discount_total: 150,
      tax_total: 185,
      total: 2035,
      items: [{ adjustments: [loyalty] }],
    });
  });

  it("survives every change of the cart's lines", async () => {
    const { id, items } = await aCheaperCart();
    expect(await addLine(shop.visitor(), id, shirt)).toMatchObject({ items: [{ adjustments: [loyalty] }] });
    const line = `/store/carts/${id}/line-items/${items[0]!.id}`;
    expect(cartIn(await shop.visitor().post(line, { quantity: 5 }))).toMatchObject({
      discount_total: 150,
      items: [{ quantity: 5, adjustments: [loyalty] }],
    });
    await addLine(shop.visitor(), id, await aSoldVariant(shop));
    const option = await anOption(shop, place.id);
    await shop.visitor().post(`/store/carts/${id}/shipping-methods`, { option_id: option.id });
    await changeCart(shop.visitor(), id, { region_id: (await aPlace(shop)).id });
    expect(await readCart(shop.visitor(), id)).toMatchObject({ discount_total: 150 });
    await shop.visitor().delete(line);
    expect(await readCart(shop.visitor(), id)).toMatchObject({ discount_total: 0 });
  });

  it("stays when a discount is added and removed", async () => {
    const { id } = await aCheaperCart();
    const { code } = await aDiscount(shop, place.id, { rule: tenPercent });
    const discounted = await changeCart(shop.visitor(), id, { discounts: [{ code }] });
    expect(discounted).toMatchObject({ discount_total: 350 });
    expect(discounted.items[0]!.adjustments).toHaveLength(2);
    expect(cartIn(await shop.visitor().delete(`/store/carts/${id}/discounts/${code}`))).toMatchObject({
      discount_total: 150,
      items: [{ adjustments: [loyalty] }],
    });
    await changeCart(shop.visitor(), id, { discounts: [{ code }] });
    expect(await changeCart(shop.visitor(), id, { discounts: [] })).toMatchObject({
      discount_total: 150,
      items: [{ adjustments: [loyalty] }],
    });
  });

  it("is paid less for, and stays with the order", async () => {
    const { id, items } = await aPayableCart(shop.visitor(), { place, variantId: shirt });
    await takeOff(items[0]!.id);
    await shop.visitor().post(`/store/carts/${id}/payment-sessions`);
    const { body } = await complete(shop.visitor(), id);
    expect(body.data).toMatchObject({ discount_total: 150, items: [{ adjustments: [loyalty] }] });
  });

  it("is the same amount after an edit, however many pieces there are then", async () => {
    const { code } = await aDiscount(shop, place.id, { rule: tenPercent });
    const order = await anOrder(shop.visitor(), {
      place,
      variantId: shirt,
      quantity: 2,
      discounts: [{ code }],
    });
    await takeOff(order.items[0]!.id);
    const editing = await Editing.begin(shop, order);
    const { id } = await editing.firstLine();
    expect(editIn(await editing.setQuantity(id, 4)).items[0]).toMatchObject({ discount_total: 400 + 150 });
    await editing.add(await aSoldVariant(shop));
    await editing.request();
    expect((await editing.confirm()).status).toBe(200);
    const { items } = await editing.readOrder();
    const line = items.find(({ quantity }: { quantity: number }) => quantity === 4);
    expect(line.adjustments).toHaveLength(2);
    expect(line.adjustments).toEqual(expect.arrayContaining([expect.objectContaining(loyalty)]));
  });
});

import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  addLine,
  cartIn,
  changeCart,
  eventsOf,
  openSessions,
  readCart,
  ship,
} from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aLocation, aChannel as aStockedChannel, stocked } from "../support/factories/inventory.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { usd } from "../support/factories/products.ts";
import { aChannel, defaultChannel } from "../support/factories/sales-channels.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";

const MOST = 2_147_483_647;

const { it, shop, place, shirt, visitor, anEmptyCart, aFilledCart, refusing } = withCartShop();
const add = (cartId: string, line: unknown) => visitor().post(`/store/carts/${cartId}/line-items`, line);
const change = (cartId: string, lineId: string, sent: unknown) =>
  visitor().post(`/store/carts/${cartId}/line-items/${lineId}`, sent);
const remove = (cartId: string, lineId: string) =>
  visitor().delete(`/store/carts/${cartId}/line-items/${lineId}`);

/** A variant that there is no end of. */
const endless = (amount: number) =>
  aSoldVariant(shop, {
    product: { variants: [{ title: "One", manage_inventory: false, prices: [usd(amount)] }] },
  });

describe("adding a line", () => {
  it("puts the variant into the cart and shows the cart with its customer", async () => {
    const { variantId, title } = await aSoldProduct(shop, {
      product: { thumbnail: "https://example.com/a.png" },
    });
    const { id } = await anEmptyCart();
    await changeCart(visitor(), id, { email: "buyer@example.com" });
    const answer = await add(id, { variant_id: variantId, quantity: 2, metadata: { size: "S" } });
    expect(cartIn(answer).items).toMatchObject([
      {
        id: expect.stringMatching(/^item_/),
        cart_id: id,
        variant_id: variantId,
        title,
        description: "One",
        thumbnail: "https://example.com/a.png",
        quantity: 2,
        unit_price: 1000,
        should_merge: true,
        has_shipping: false,
        metadata: { size: "S" },
        variant: { id: variantId, product: { title } },
        subtotal: 2000,
        total: 2200,
      },
    ]);
    expect(answer.body.cart).toMatchObject({ total: 2200, customer: { email: "buyer@example.com" } });
    expect(await eventsOf(shop, id)).toContain("cart.updated");
    const { customer, ...shown } = answer.body.cart;
    expect(await readCart(visitor(), id)).toEqual(shown);
  });

  it("of the same variant makes the line longer, with the price of the new quantity", async () => {
    const variant = await aSoldVariant(shop, { prices: [usd(1000), usd(800, { min_quantity: 3 })] });
    const { id } = await aFilledCart({ variantId: variant, quantity: 2 });
    const cart = await addLine(visitor(), id, variant, 1);
    expect(cart.items).toMatchObject([{ quantity: 3, unit_price: 800, subtotal: 2400 }]);
  });

  it("with other metadata makes another line", async () => {
    const { id } = await anEmptyCart();
    const put = (metadata?: unknown) => add(id, { variant_id: shirt.id, quantity: 1, metadata });
    await put();
    await put({});
    await put({ engraving: { text: "A", lines: [1, 2] } });
    await put({ engraving: { lines: [1, 2], text: "A" } });
    const cart = cartIn(await put({ engraving: { text: "A", lines: [2, 1] } }));
    expect(cart.items.map(({ quantity, metadata }) => [quantity, metadata])).toEqual([
      [2, {}],
      [2, { engraving: { text: "A", lines: [1, 2] } }],
      [1, { engraving: { text: "A", lines: [2, 1] } }],
    ]);
  });

  it("does not touch a line whose price was set by hand", async () => {
    const { id, items } = await aFilledCart();
    await shop.db.run({
      text: "update line_item set should_merge = false, unit_price = 1 where id = $1",
      values: [items[0]!.id],
    });
    const cart = await addLine(visitor(), id, shirt.id);
    expect(cart.items.map(({ unit_price, quantity }) => [unit_price, quantity])).toEqual([
      [1, 1],
      [1000, 1],
    ]);
  });

  it("keeps the order in which lines came", async () => {
    const variants = [await aSoldVariant(shop), await aSoldVariant(shop), await aSoldVariant(shop)];
    const { id } = await anEmptyCart();
    for (const variant of variants) await addLine(visitor(), id, variant);
    const cart = await addLine(visitor(), id, variants[0]!);
    expect(cart.items.map(({ variant_id }) => variant_id)).toEqual(variants);
  });

  it("copies what a gift card is", async () => {
    const variant = await aSoldVariant(shop, {
      product: {
        is_giftcard: true,
        discountable: false,
        variants: [{ title: "25", manage_inventory: false, prices: [usd(2500)] }],
      },
    });
    const { items } = await addLine(visitor(), (await anEmptyCart()).id, variant);
    expect(items[0]).toMatchObject({ is_giftcard: true, allow_discounts: false, unit_price: 2500 });
  });

  it("takes the lowest price that holds here and now", async () => {
    const variant = await aSoldVariant(shop, { price: 1000 });
    await aPriceList(shop, { prices: [dollars(variant, 750)], status: "active" });
    await aPriceList(shop, { prices: [dollars(variant, 100)], status: "draft" });
    const { items } = await addLine(visitor(), (await anEmptyCart()).id, variant);
    expect(items[0]!.unit_price).toBe(750);
  });

  it("costs eight statements, for a new line and for one that grows", async () => {
    const { id } = await anEmptyCart();
    for (const _ of [1, 2]) {
      const counted = await countingStatements(shop.db, () => add(id, { variant_id: shirt.id, quantity: 1 }));
      expect(counted.result.status).toBe(200);
      expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(8);
    }
  });
});

describe("adding a line is refused", () => {
  it.each([
    [{ variant_id: "v" }, "quantity is required"],
    [{ quantity: 1 }, "variant_id is required"],
    [{ variant_id: "v", quantity: 1.5 }, "quantity must be an integer"],
    [{ variant_id: "v", quantity: "2" }, "quantity must be an integer"],
    [{ variant_id: "v", quantity: -1 }, "quantity must not be less than 0"],
    [{ variant_id: "v", quantity: 1e15 }, `quantity must not be greater than ${MOST}`],
    [{ variant_id: "v", quantity: 1, unit_price: 1 }, "property unit_price should not exist"],
    [{ variant_id: "v", quantity: 1, metadata: "x" }, "metadata must be an object"],
  ])("for %j", async (line, message) => {
    const { id } = await anEmptyCart();
    expect(await refusing(id, () => add(id, line))).toMatchObject({
      status: 400,
      type: "invalid_data",
      message,
    });
  });

  it("for no pieces", async () => {
    const { id } = await anEmptyCart();
    const refusal = await refusing(id, () => add(id, { variant_id: shirt.id, quantity: 0 }));
    expect(refusal).toMatchObject({ status: 400, type: "invalid_data" });
    expect(refusal.message).toContain("quantity");
  });

  it("for a variant that does not exist", async () => {
    const { id } = await anEmptyCart();
    expect(await refusing(id, () => add(id, { variant_id: "variant_unknown", quantity: 1 }))).toMatchObject({
      status: 400,
      type: "invalid_data",
      message: "Unable to generate the line items, some variant has not been found: variant_unknown",
    });
  });

  it("for what has no price in the region", async () => {
    const variant = await aSoldVariant(shop, { prices: [] });
    const { id } = await anEmptyCart();
    expect(await refusing(id, () => add(id, { variant_id: variant, quantity: 1 }))).toMatchObject({
      status: 400,
      type: "invalid_data",
      message: 'Cannot generate line item for variant "One" without a price',
    });
  });

  it("for what the cart's channel does not sell", async () => {
    const channel = await aChannel(shop);
    const { id } = await aCart(visitor(), { region_id: place.id, sales_channel_id: channel.id });
    expect(await refusing(id, () => add(id, { variant_id: shirt.id, quantity: 1 }))).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
  });

  it("for more than there is", async () => {
    const variant = await aSoldVariant(shop, { stock: 3 });
    const { id } = await anEmptyCart();
    expect(await refusing(id, () => add(id, { variant_id: variant, quantity: 4 }))).toEqual({
      status: 400,
      type: "not_allowed",
      code: "insufficient_inventory",
      message: `Variant with id: ${variant} does not have the required inventory`,
    });
    expect((await addLine(visitor(), id, variant, 3)).items[0]!.quantity).toBe(3);
  });

  it("for more than there is together with what the line has", async () => {
    const variant = await aSoldVariant(shop, { stock: 3 });
    const { id } = await aFilledCart({ variantId: variant, quantity: 2 });
    expect(await refusing(id, () => add(id, { variant_id: variant, quantity: 2 }))).toMatchObject({
      status: 400,
      code: "insufficient_inventory",
    });
    expect((await addLine(visitor(), id, variant, 1)).items[0]!.quantity).toBe(3);
  });

  it("for more than the locations of the channel have", async () => {
    const [here, elsewhere] = [await aLocation(shop), await aLocation(shop)];
    const channelId = await aStockedChannel(shop, here.id);
    const product = { sales_channels: [{ id: channelId }] };
    const variant = await aSoldVariant(shop, { stock: 0, product });
    const { body } = await shop.admin.get(`/admin/variants/${variant}/inventory`);
    const itemId = body.variant.inventory[0].id;
    await stocked(shop, itemId, here.id, 3);
    await stocked(shop, itemId, elsewhere.id, 100);
    const { id } = await aCart(visitor(), { region_id: place.id, sales_channel_id: channelId });
    expect((await refusing(id, () => add(id, { variant_id: variant, quantity: 4 }))).code).toBe(
      "insufficient_inventory",
    );
    expect((await addLine(visitor(), id, variant, 3)).items[0]!.quantity).toBe(3);
  });

  it("when the line would become longer or dearer than can be counted", async () => {
    const [free, dear] = [await endless(0), await endless(MOST)];
    const { id } = await anEmptyCart();
    await addLine(visitor(), id, free, MOST);
    await addLine(visitor(), id, dear, 1);
    for (const variant_id of [free, dear]) {
      const refusal = await refusing(id, () => add(id, { variant_id, quantity: 1 }));
      expect(refusal).toMatchObject({ status: 400, type: "invalid_data" });
      expect(refusal.message).toContain("quantity");
    }
  });
});

describe("changing a line", () => {
  it("sets its quantity, with the price of that", async () => {
    const variant = await aSoldVariant(shop, { prices: [usd(1000), usd(800, { min_quantity: 3 })] });
    const { id, items } = await aFilledCart({ variantId: variant });
    const more = cartIn(await change(id, items[0]!.id, { quantity: 5 }));
    expect(more.items).toMatchObject([{ id: items[0]!.id, quantity: 5, unit_price: 800 }]);
    const fewer = cartIn(await change(id, items[0]!.id, { quantity: 2 }));
    expect(fewer.items).toMatchObject([{ quantity: 2, unit_price: 1000 }]);
    expect(await readCart(visitor(), id)).toEqual(fewer);
  });

  it("keeps a price that was set by hand", async () => {
    const { id, items } = await aFilledCart();
    await shop.db.run({
      text: "update line_item set should_merge = false, unit_price = 1, quantity = 5 where id = $1",
      values: [items[0]!.id],
    });
    expect(cartIn(await change(id, items[0]!.id, { quantity: 4 })).items[0]!.unit_price).toBe(1);
  });

  it("merges metadata key by key, and keeps it where none is sent", async () => {
    const { id } = await anEmptyCart();
    const cart = cartIn(await add(id, { variant_id: shirt.id, quantity: 1, metadata: { a: 1, b: 2 } }));
    const lineId = cart.items[0]!.id;
    const metadata = async (sent: unknown) => cartIn(await change(id, lineId, sent)).items[0]!.metadata;
    expect(await metadata({ quantity: 2 })).toEqual({ a: 1, b: 2 });
    expect(await metadata({ quantity: 2, metadata: { b: "", c: 3 } })).toEqual({ a: 1, c: 3 });
  });

  it("to none removes it", async () => {
    const { id, items } = await aFilledCart();
    expect(cartIn(await change(id, items[0]!.id, { quantity: 0 }))).toMatchObject({ items: [], total: 0 });
  });

  it.each([{ quantity: -1 }, { quantity: 1.5 }, { quantity: null }, {}, { quantity: 1, variant_id: "v" }])(
    "is refused for %j",
    async (sent) => {
      const { id, items } = await aFilledCart();
      const refusal = await refusing(id, () => change(id, items[0]!.id, sent));
      expect(refusal).toMatchObject({ status: 400, type: "invalid_data" });
    },
  );

  it("is refused for more than there is or can be counted", async () => {
    const scarce = await aSoldVariant(shop, { stock: 3 });
    const { id, items } = await aFilledCart({ variantId: scarce });
    expect(await refusing(id, () => change(id, items[0]!.id, { quantity: 4 }))).toMatchObject({
      status: 400,
      type: "not_allowed",
      code: "insufficient_inventory",
    });
    const dear = await aFilledCart({ variantId: await endless(2) });
    const refusal = await refusing(dear.id, () => change(dear.id, dear.items[0]!.id, { quantity: MOST }));
    expect(refusal).toMatchObject({ status: 400, type: "invalid_data" });
  });

  it("is refused for a line of another cart, or of none", async () => {
    const [mine, other] = [await aFilledCart(), await aFilledCart()];
    for (const lineId of ["item_unknown", other.items[0]!.id]) {
      expect(await refusing(mine.id, () => change(mine.id, lineId, { quantity: 2 }))).toMatchObject({
        status: 400,
        type: "invalid_data",
        message: "Could not find the line item",
      });
    }
    expect((await readCart(visitor(), other.id)).items[0]!.quantity).toBe(1);
  });
});

describe("removing a line", () => {
  it("leaves the others", async () => {
    const hat = await aSoldVariant(shop, { price: 500 });
    const { id, items } = await aFilledCart();
    await addLine(visitor(), id, hat);
    const cart = cartIn(await remove(id, items[0]!.id));
    expect(cart.items.map(({ variant_id }) => variant_id)).toEqual([hat]);
    expect(cart.total).toBe(550);
  });

  it("that is not in the cart changes none, and none of another cart", async () => {
    const [mine, other] = [await aFilledCart(), await aFilledCart()];
    for (const lineId of ["item_unknown", other.items[0]!.id]) {
      const cart = cartIn(await remove(mine.id, lineId));
      expect(cart.items).toMatchObject([{ id: mine.items[0]!.id, quantity: 1 }]);
    }
    expect((await readCart(visitor(), other.id)).items).toHaveLength(1);
  });
});

describe("every change of lines", () => {
  it("requires a new choice of shipping, and updates discount and payment", async () => {
    const option = await anOption(shop, place.id);
    const discount = await aDiscount(shop, place.id);
    const { id, items } = await aFilledCart();
    const lineId = items[0]!.id;
    await changeCart(visitor(), id, { discounts: [{ code: discount.code }] });
    await openSessions(visitor(), id);
    // As in v1, the other lines do not change when one of them changes.
    const steps: [() => ReturnType<typeof add>, number, boolean][] = [
      [() => add(id, { variant_id: shirt.id, quantity: 1 }), 2, false],
      [() => change(id, lineId, { quantity: 4 }), 4, true],
      [() => add(id, { variant_id: shirt.id, quantity: 1, metadata: { own: "line" } }), 5, false],
      [() => remove(id, lineId), 1, false],
    ];
    for (const [step, pieces, isTold] of steps) {
      await ship(visitor(), id, option.id);
      await step();
      const cart = await readCart(visitor(), id);
      expect(cart.shipping_methods).toEqual([]);
      expect(cart.items.some(({ has_shipping }) => has_shipping)).toBe(isTold);
      expect(cart).toMatchObject({ discount_total: pieces * 100, total: pieces * 990 });
      expect(cart.payment_session).toMatchObject({ is_selected: true, amount: pieces * 990 });
    }
  });
});

describe("a line that is not in the cart", () => {
  it("is as good as removed: nothing of the cart changes", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await ship(visitor(), id, option.id);
    const before = await readCart(visitor(), id);
    expect((await remove(id, "item_unknown")).status).toBe(200);
    expect((await change(id, "item_unknown", { quantity: 0 })).status).toBe(200);
    expect(await readCart(visitor(), id)).toEqual(before);
  });
});

describe("a cart whose goods have gone", () => {
  it.each(["product", "product_variant"])("(%s deleted) can be read, changed and emptied", async (table) => {
    const { productId, variantId } = await aSoldProduct(shop);
    const { id, items } = await aFilledCart({ variantId });
    await shop.db.run({
      text: `update ${table} set deleted_at = now() where id = $1`,
      values: [table === "product" ? productId : variantId],
    });
    const answers = [
      await visitor().get(`/store/carts/${id}`),
      await visitor().post(`/store/carts/${id}`, { email: "gone@example.com" }),
      await add(id, { variant_id: shirt.id, quantity: 1 }),
      await visitor().post(`/store/carts/${id}/payment-sessions`),
      await visitor().get(`/store/shipping-options/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await refusing(id, () => change(id, items[0]!.id, { quantity: 2 }))).status).toBe(400);
    expect(cartIn(await remove(id, items[0]!.id)).items).toMatchObject([{ variant_id: shirt.id }]);
  });

  it("keeps them when only the channel has stopped selling them", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    const { id } = await aFilledCart({ variantId });
    const channelId = await defaultChannel(shop);
    await shop.admin.delete(`/admin/sales-channels/${channelId}/products/batch`, {
      product_ids: [{ id: productId }],
    });
    expect((await readCart(visitor(), id)).items).toHaveLength(1);
    expect((await refusing(id, () => add(id, { variant_id: variantId, quantity: 1 }))).status).toBe(400);
  });
});

import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { anItem, aPlainLocation, aReservation, needs, stocked } from "../support/factories/inventory.ts";
import { aProduct, usd } from "../support/factories/products.ts";
import { aSellingLocation, aSoldProduct, aSoldVariant, itemOf } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const PATH = "/admin/variants/low-stock";

interface LowVariant {
  id: string;
  available: number;
}

interface ShownVariant {
  id: string;
  inventory_quantity: number;
  product: { status: string };
}

/** The page, and that the home page counts as many. */
async function low(query = "", { most = 5 } = {}) {
  const [{ status, body }, { body: home }] = await Promise.all([
    shop.admin.get(`${PATH}${query}`),
    shop.admin.get(`/admin/analytics/to-do?low_stock=${most}`),
  ]);
  expect(status).toBe(200);
  expect(body.count).toBe(home.to_do.variants_low_in_stock);
  return body as { variants: LowVariant[]; count: number; offset: number; limit: number };
}

const pieces = ({ variants }: { variants: LowVariant[] }) =>
  Object.fromEntries(variants.map(({ id, available }) => [id, available]));

/** A published product whose variants have so many pieces. */
const sizes = async (...quantities: number[]) => {
  const { variants } = await aProduct(shop, {
    status: "published",
    options: [{ title: "Size" }],
    variants: quantities.map((inventory_quantity, index) => ({
      title: `Size ${index}`,
      inventory_quantity,
      prices: [usd(1000)],
      options: [{ value: `${index}` }],
    })),
  });
  return variants.map(({ id }) => id);
};

const rank = (one: LowVariant, other: LowVariant) =>
  one.available - other.available || (one.id < other.id ? -1 : 1);

describe("in a shop without locations, what is low", () => {
  it("is what has at most so many pieces, with what a list shows of it", async () => {
    const { productId, title, variantId } = await aSoldProduct(shop, {
      product: {
        variants: [{ title: "Blue", sku: "LOW-BLUE", inventory_quantity: 5, prices: [usd(1000)] }],
      },
    });
    const enough = await aSoldVariant(shop, { stock: 6 });
    expect(await low()).toEqual({
      variants: [
        {
          id: variantId,
          title: "Blue",
          sku: "LOW-BLUE",
          product_id: productId,
          product_title: title,
          available: 5,
        },
      ],
      count: 1,
      offset: 0,
      limit: 50,
    });
    expect(pieces(await low("?at_most=6", { most: 6 }))).toEqual({ [variantId]: 5, [enough]: 6 });
    expect(await low("?at_most=0", { most: 0 })).toMatchObject({ variants: [], count: 0 });
    await shop.admin.post(`/admin/products/${productId}/variants/${variantId}`, { inventory_quantity: 9 });
    expect(await low()).toMatchObject({ variants: [], count: 0 });
  });

  it("is neither unpublished, deleted nor without a count of its stock", async () => {
    const before = await low();
    const draft = await aSoldProduct(shop, { stock: 1, product: { status: "draft" } });
    const gone = await aSoldProduct(shop, { stock: 1 });
    const uncounted = { title: "One", manage_inventory: false, inventory_quantity: 0, prices: [usd(1000)] };
    await aSoldVariant(shop, { product: { variants: [uncounted] } });
    const [kept, removed] = await sizes(1, 2);
    const { body } = await shop.admin.get(`/admin/variants/${removed}`);
    await shop.admin.delete(`/admin/products/${body.variant.product_id}/variants/${removed}`);
    await shop.admin.delete(`/admin/products/${gone.productId}`);
    expect(pieces(await low())).toEqual({ ...pieces(before), [kept!]: 1 });

    await shop.admin.post(`/admin/products/${draft.productId}`, { status: "published" });
    expect(pieces(await low())).toEqual({ ...pieces(before), [kept!]: 1, [draft.variantId]: 1 });
  });

  it("is listed with the fewest pieces first, then by id, page by page", async () => {
    await sizes(3, 0, 2, 3, 0, 3, 1);
    const whole = await low();
    expect(whole.variants).toEqual([...whole.variants].sort(rank));
    expect(whole.count).toBe(whole.variants.length);
    const [first, second, last] = [
      await low("?limit=4"),
      await low("?limit=4&offset=4"),
      await low(`?limit=4&offset=${whole.count - 1}`),
    ];
    expect(first).toEqual({ ...whole, variants: whole.variants.slice(0, 4), limit: 4 });
    expect(second).toEqual({ ...whole, variants: whole.variants.slice(4, 8), limit: 4, offset: 4 });
    expect(last.variants).toEqual(whole.variants.slice(-1));
    const beyond = { ...whole, variants: [], limit: 4, offset: 1000 };
    expect(await low("?limit=4&offset=1000")).toEqual(beyond);
  });

  it("is read in one statement, as long as the page", async () => {
    const { statements } = await countingStatements(shop.db, () => shop.admin.get(`${PATH}?limit=2`));
    expect(statements).toEqual(["stock-list-low"]);
  });
});

describe("a list of what is low is refused", () => {
  it.each([
    ["at_most=-1", "at_most"],
    ["at_most=few", "at_most"],
    ["at_most=1.5", "at_most"],
    ["at_most=2147483648", "at_most"],
    ["limit=-1", "limit"],
    ["offset=-1", "offset"],
    ["most=5", "most"],
  ])("for %s, with the name of the field", async (query, field) => {
    const { status, body } = await shop.admin.get(`${PATH}?${query}`);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
    expect(body.message).toContain(field);
  });

  it("without the permission to read the stock", async () => {
    const { client: reader } = await aMemberWith(shop, await aRole(shop, "stock:read"));
    expect((await reader.get(PATH)).status).toBe(200);
    const { client: seller } = await aMemberWith(shop, await aRole(shop, "products:read"));
    expect((await seller.get("/admin/variants")).status).toBe(200);
    expect(await seller.get(PATH)).toMatchObject(lacking("stock:read"));
    expect((await shop.visitor().get(PATH)).status).toBe(401);
  });
});

// The last one: the shop has locations from here on.
describe("in a shop with locations, what is low", () => {
  it("is what all channels together can sell, of the scarcest item", async () => {
    const [here, there] = [await aSellingLocation({ admin: shop.admin }), await aPlainLocation(shop)];
    const variantId = await aSoldVariant({ admin: shop.admin }, { stock: 900 });
    const itemId = await itemOf(shop, variantId);
    const available = async () => {
      const listed = await low("?limit=1000");
      expect(listed.variants).toEqual([...listed.variants].sort(rank));
      return pieces(listed)[variantId];
    };
    expect(await available()).toBe(0);
    await stocked(shop, itemId, here.id, 7);
    // No channel sells from there.
    await stocked(shop, itemId, there.id, 90);
    expect(await available()).toBeUndefined();
    const reserved = await aReservation(shop, {
      inventory_item_id: itemId,
      location_id: here.id,
      quantity: 3,
    });
    expect(await available()).toBe(4);
    await shop.admin.delete(`/admin/reservations/${reserved.id}`);
    expect(await available()).toBeUndefined();

    const scarce = await anItem(shop);
    await stocked(shop, scarce.id, here.id, 5);
    await needs(shop, variantId, scarce.id, 2);
    expect(await available()).toBe(2);
    const { body } = await shop.admin.get(`/admin/variants/${variantId}`);
    expect(body.variant.inventory_quantity).toBe(2);
  });

  it("has the quantity that the list of variants shows, whatever lies where", async () => {
    const places = [
      await aSellingLocation({ admin: shop.admin }),
      await aSellingLocation({ admin: shop.admin }),
    ];
    for (let made = 0; made < 12; made++) {
      const itemId = await itemOf(shop, await aSoldVariant({ admin: shop.admin }, { stock: made }));
      for (const [index, { id }] of places.entries())
        if ((made >> index) % 2 === 0) await stocked(shop, itemId, id, made + index);
      // More than there is, at one of them: the other has fewer for it.
      await shop.db.run({
        text: `update inventory_level set reserved_quantity = $2 where inventory_item_id = $1 and location_id = $3`,
        values: [itemId, made * 2, places[0]!.id],
      });
    }
    const { body } = await shop.admin.get("/admin/variants?limit=1000&manage_inventory=true");
    const shown = (body.variants as ShownVariant[]).filter(({ product }) => product.status === "published");
    const most = 2_147_483_647;
    expect(pieces(await low(`?at_most=${most}&limit=1000`, { most }))).toEqual(
      Object.fromEntries(shown.map(({ id, inventory_quantity }) => [id, inventory_quantity])),
    );
    expect(new Set(shown.map(({ inventory_quantity }) => inventory_quantity)).size).toBeGreaterThan(4);
  });

  it("is by its own quantity if it needs no item", async () => {
    const variantId = await aSoldVariant({ admin: shop.admin }, { stock: 4 });
    expect(pieces(await low("?limit=1000"))[variantId]).toBe(0);
    await shop.admin.delete(`/admin/inventory-items/${await itemOf(shop, variantId)}`);
    expect(pieces(await low("?limit=1000"))[variantId]).toBe(4);
  });
});

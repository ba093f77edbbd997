import { describe, expect } from "vitest";
import { productIsEligible } from "../../src/modules/selling/discounts/index.ts";
import { aGroup } from "../support/factories/customers.ts";
import { aDiscount, type ShownDiscount, tenPercent } from "../support/factories/discounts.ts";
import { aProduct, type ShownProduct } from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let here: string;
let group: string;
let collection: string;
/** Has a type, a collection and two tags. */
let shirt: ShownProduct;
/** Has others. */
let boat: ShownProduct;
/** Has none. */
let plain: ShownProduct;

const { it, shop } = withShop();
it.beforeAll(async () => {
  here = (await aRegion(shop)).id;
  group = (await aGroup(shop)).id;
  const aCollection = async (title: string) =>
    (await shop.admin.post("/admin/collections", { title })).body.collection.id;
  collection = await aCollection("Summer");
  shirt = await aProduct(shop, {
    type: { value: "Shirt" },
    collection_id: collection,
    tags: [{ value: "cotton" }, { value: "red" }],
  });
  boat = await aProduct(shop, {
    type: { value: "Boat" },
    collection_id: await aCollection("Harbour"),
    tags: [{ value: "wood" }],
  });
  plain = await aProduct(shop);
});

const discountWith = (...conditions: unknown[]): Promise<ShownDiscount> =>
  aDiscount(shop, here, { rule: { ...tenPercent, conditions } });

async function fits(discount: ShownDiscount, productId: string | null): Promise<boolean> {
  const [row] = await shop.db.run<{ fits: boolean }>({
    text: `select ${productIsEligible("given.rule_id", "given.product_id")} as fits
      from (values ($1::text, $2::text)) as given (rule_id, product_id)`,
    values: [discount.rule_id, productId],
  });
  return row!.fits;
}

const fitting = async (discount: ShownDiscount) => {
  const candidates: [string, string | null][] = [
    ["shirt", shirt.id],
    ["boat", boat.id],
    ["plain", plain.id],
    ["no product", null],
  ];
  const named = await Promise.all(
    candidates.map(async ([name, id]) => ((await fits(discount, id)) ? [name] : [])),
  );
  return named.flat();
};

/** What the shirt has, by kind. */
const ofShirt = (): Record<string, string[]> => ({
  products: [shirt.id],
  product_types: [shirt.type_id!],
  product_collections: [collection],
  product_tags: [shirt.tags[0]!.id],
});

describe("a product is eligible", () => {
  it("for a discount without conditions, also a line without a product", async () => {
    expect(await fitting(await discountWith())).toEqual(["shirt", "boat", "plain", "no product"]);
  });

  it.each(["products", "product_types", "product_collections", "product_tags"])(
    "by what it has: %s",
    async (kind) => {
      const named = ofShirt()[kind];
      expect(await fitting(await discountWith({ operator: "in", [kind]: named }))).toEqual(["shirt"]);
      expect(await fitting(await discountWith({ operator: "not_in", [kind]: named }))).toEqual([
        "boat",
        "plain",
      ]);
    },
  );

  it("for every customer: conditions about groups are checked separately", async () => {
    for (const operator of ["in", "not_in"]) {
      const discount = await discountWith({ operator, customer_groups: [group] });
      expect(await fitting(discount)).toEqual(["shirt", "boat", "plain", "no product"]);
    }
  });

  it("when one of several named things fits", async () => {
    const discount = await discountWith({ operator: "in", products: [boat.id, plain.id] });
    expect(await fitting(discount)).toEqual(["boat", "plain"]);
    const tags = [shirt.tags[1]!.id, boat.tags[0]!.id];
    expect(await fitting(await discountWith({ operator: "in", product_tags: tags }))).toEqual([
      "shirt",
      "boat",
    ]);
  });

  it("when all conditions hold", async () => {
    const both = { operator: "in", products: [shirt.id, boat.id] };
    const notTheBoat = { operator: "not_in", product_types: [boat.type_id!] };
    const forGroup = { operator: "in", customer_groups: [group] };
    expect(await fitting(await discountWith(both, notTheBoat, forGroup))).toEqual(["shirt"]);
    const inSummer = { operator: "in", product_collections: [collection] };
    const onlyBoat = { operator: "in", products: [boat.id] };
    expect(await fitting(await discountWith(onlyBoat, inSummer))).toEqual([]);
  });

  it("for nothing when a condition has lost all it was about, for anything when that is excluded", async () => {
    for (const [operator, left] of [
      ["in", []],
      ["not_in", ["shirt", "boat", "plain"]],
    ] as const) {
      const discount = await discountWith({ operator, products: [shirt.id] });
      const { id } = discount.rule.conditions[0]!;
      await shop.admin.delete(`/admin/discounts/${discount.id}/conditions/${id}/batch`, {
        resources: [{ id: shirt.id }],
      });
      expect(await fitting(discount)).toEqual(left);
    }
  });

  it("as soon as a condition is deleted, for good or not", async () => {
    const discount = await discountWith({ operator: "in", products: [shirt.id] });
    const { id } = discount.rule.conditions[0]!;
    await shop.db.run({
      text: "update discount_condition set deleted_at = now() where id = $1",
      values: [id],
    });
    expect(await fitting(discount)).toEqual(["shirt", "boat", "plain", "no product"]);
  });

  it("or not, with parameters as well as with columns", async () => {
    const discount = await discountWith({ operator: "in", products: [shirt.id] });
    const rows = await shop.db.run({
      text: `select ${productIsEligible("$1::text", "$2::text")} as fits`,
      values: [discount.rule_id, boat.id],
    });
    expect(rows).toEqual([{ fits: false }]);
  });
});

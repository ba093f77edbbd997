import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aGroup, eventsAbout } from "../support/factories/customers.ts";
import {
  aDiscount,
  aDynamicCode,
  discountDetails,
  discountRows,
  readDiscount,
  tenPercent,
} from "../support/factories/discounts.ts";
import { aProduct } from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let here: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  here = (await aRegion(shop)).id;
});

let words = 0;
const aProductId = async () => (await aProduct(shop)).id;
const kinds: [string, () => Promise<string>][] = [
  ["products", aProductId],
  ["product_types", async () => (await aProduct(shop, { type: { value: `type ${++words}` } })).type_id!],
  ["product_tags", async () => (await aProduct(shop, { tags: [{ value: `tag ${++words}` }] })).tags[0]!.id],
  [
    "product_collections",
    async () =>
      (await shop.admin.post("/admin/collections", { title: `Collection ${++words}` })).body.collection.id,
  ],
  ["customer_groups", async () => (await aGroup(shop)).id],
];

const withConditions = (...conditions: unknown[]) => ({ rule: { ...tenPercent, conditions } });
const url = (discountId: string, conditionId = "", more = "") =>
  `/admin/discounts/${discountId}/conditions${conditionId && `/${conditionId}`}${more}`;
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id).sort();

/** A discount with one condition about one product. */
async function conditioned() {
  const product = await aProductId();
  const discount = await aDiscount(shop, here, withConditions({ operator: "in", products: [product] }));
  return { discount, product, condition: discount.rule.conditions[0]! };
}

async function namedBy(discountId: string, conditionId: string, kind: string): Promise<string[]> {
  const { body } = await shop.admin.get(url(discountId, conditionId, `?expand=${kind}`));
  return idsOf(body.discount_condition[kind]);
}

describe("conditions about", () => {
  it.each(kinds)(
    "%s come with the discount or later, and are read, replaced, added to and taken from",
    async (kind, make) => {
      const [a, b, c] = [await make(), await make(), await make()];
      const discount = await aDiscount(shop, here, withConditions({ operator: "in", [kind]: [a, b, a] }));
      const [condition] = discount.rule.conditions;
      expect(discount.rule.conditions).toEqual([
        {
          id: expect.stringMatching(/^discon_/),
          type: kind,
          operator: "in",
          discount_rule_id: discount.rule_id,
          metadata: null,
          deleted_at: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      const id = condition!.id;
      expect(await namedBy(discount.id, id, kind)).toEqual([a, b].sort());

      const replaced = await shop.admin.post(url(discount.id, id), { [kind]: [b, c] });
      expect(replaced.status).toBe(200);
      expect(replaced.body.discount.rule.conditions).toMatchObject([{ id, type: kind, operator: "in" }]);
      expect(await namedBy(discount.id, id, kind)).toEqual([b, c].sort());

      const batch = url(discount.id, id, "/batch");
      for (const _ of ["first", "second"]) {
        const added = await shop.admin.post(batch, { resources: [{ id: a }, { id: b }, { id: a }] });
        expect(added.status).toBe(200);
        expect(added.body.discount.id).toBe(discount.id);
        expect(await namedBy(discount.id, id, kind)).toEqual([a, b, c].sort());
      }
      for (const _ of ["first", "second"]) {
        const removed = await shop.admin.delete(batch, { resources: [{ id: b }, { id: "unknown" }] });
        expect(removed.status).toBe(200);
        expect(await namedBy(discount.id, id, kind)).toEqual([a, c].sort());
      }

      const second = await shop.admin.post(url(discount.id), { operator: "not_in", [kind]: [b] });
      expect(second.status).toBe(200);
      expect(second.body.discount.rule.conditions).toMatchObject([
        { id, operator: "in" },
        { type: kind, operator: "not_in" },
      ]);
      expect((await eventsAbout(shop, discount.id)).at(-1)).toEqual({
        name: "discount.updated",
        data: { id: discount.id, fields: ["rule.conditions"] },
      });
    },
  );

  it.each(kinds)("%s that are unknown are refused, and nothing is made or changed", async (kind, make) => {
    const a = await make();
    const discount = await aDiscount(shop, here, withConditions({ operator: "in", [kind]: [a] }));
    const { id } = discount.rule.conditions[0]!;
    const before = await discountRows(shop);
    const rule = { ...tenPercent, conditions: [{ operator: "in", [kind]: [a, "unknown"] }] };
    for (const answer of [
      await shop.admin.post("/admin/discounts", discountDetails(here, { rule })),
      await shop.admin.post(url(discount.id), { operator: "not_in", [kind]: ["unknown", a] }),
      await shop.admin.post(url(discount.id, id), { [kind]: ["unknown"] }),
      await shop.admin.post(url(discount.id, id, "/batch"), { resources: [{ id: "unknown" }] }),
      await shop.admin.post(`/admin/discounts/${discount.id}`, {
        rule: { id: discount.rule_id, conditions: [{ id, [kind]: [a, "unknown"] }] },
      }),
    ]) {
      expect({ status: answer.status, type: answer.body.type }).toEqual({ status: 404, type: "not_found" });
      expect(answer.body.message).toContain("unknown");
    }
    expect(await discountRows(shop)).toEqual(before);
    expect(await namedBy(discount.id, id, kind)).toEqual([a]);
  });

  it("products that were deleted are refused", async () => {
    const { discount, condition } = await conditioned();
    const gone = await aProductId();
    await shop.admin.delete(`/admin/products/${gone}`);
    const { status } = await shop.admin.post(url(discount.id), { operator: "not_in", products: [gone] });
    expect(status).toBe(404);
    expect((await readDiscount(shop, discount.id)).rule.conditions).toMatchObject([{ id: condition.id }]);
  });
});

describe("a condition", () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ["no operator", { products: ["PRODUCT"] }, "operator is required"],
    ["an unknown operator", { operator: "like", products: ["PRODUCT"] }, "operator must be one of"],
    ["nothing", { operator: "in" }, "Missing one of products, collections, tags, types or customer groups"],
    ["an empty list", { operator: "in", products: [] }, "Missing one of products"],
    [
      "two kinds",
      { operator: "in", products: ["PRODUCT"], product_types: ["t"] },
      "Only one of products, product_types",
    ],
    [
      "a second kind that is empty",
      { operator: "in", products: ["PRODUCT"], product_tags: [] },
      "Only one of",
    ],
    ["ids that are objects", { operator: "in", products: [{ id: "PRODUCT" }] }, "must be a string"],
    ["ids that are no list", { operator: "in", products: "PRODUCT" }, "must be an array"],
    ["something nobody knows", { operator: "in", variants: ["v"] }, "property variants should not exist"],
  ];

  it.each(refused)(
    "with %s is refused, in a new discount and in one that is there",
    async (_, sent, message) => {
      const { discount, product } = await conditioned();
      const condition = JSON.parse(JSON.stringify(sent).replace("PRODUCT", product));
      const before = await discountRows(shop);
      for (const answer of [
        await shop.admin.post("/admin/discounts", discountDetails(here, withConditions(condition))),
        await shop.admin.post(url(discount.id), condition),
        await shop.admin.post(`/admin/discounts/${discount.id}`, {
          is_disabled: true,
          rule: { id: discount.rule_id, value: 50, conditions: [condition] },
        }),
      ]) {
        expect({ status: answer.status, type: answer.body.type }).toEqual({
          status: 400,
          type: "invalid_data",
        });
        expect(answer.body.message).toContain(message);
      }
      expect(await discountRows(shop)).toEqual(before);
      expect(await readDiscount(shop, discount.id)).toEqual(discount);
    },
  );

  it("of one kind and operator is there once", async () => {
    const { discount, product } = await conditioned();
    const condition = { operator: "in", products: [product] };
    const before = await discountRows(shop);
    for (const answer of [
      await shop.admin.post("/admin/discounts", discountDetails(here, withConditions(condition, condition))),
      await shop.admin.post(url(discount.id), condition),
    ]) {
      expect(answer).toMatchObject({
        status: 422,
        body: {
          type: "duplicate_error",
          message:
            "Discount Condition with operator 'in' and type 'products' already exist on a Discount Rule",
        },
      });
    }
    expect(await discountRows(shop)).toEqual(before);
  });

  it("of one kind and operator is made once when several are made at the same moment", async () => {
    const discount = await aDiscount(shop, here);
    const condition = { operator: "in", products: [await aProductId()] };
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.admin.post(url(discount.id), condition)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await readDiscount(shop, discount.id)).rule.conditions).toHaveLength(1);
  });

  it("is read with its rule by default, or with the selected relations, in one statement", async () => {
    const { discount, condition, product } = await conditioned();
    const { body } = await shop.admin.get(url(discount.id, condition.id));
    expect(body.discount_condition).toEqual({
      id: condition.id,
      type: "products",
      operator: "in",
      discount_rule_id: discount.rule_id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      discount_rule: expect.objectContaining({ id: discount.rule_id, value: 10 }),
    });
    const query = "?fields=type&expand=products,customer_groups";
    const { result, statements } = await countingStatements(shop.db, () =>
      shop.admin.get(url(discount.id, condition.id, query)),
    );
    expect(result.body.discount_condition).toEqual({
      id: condition.id,
      type: "products",
      products: [expect.objectContaining({ id: product })],
      customer_groups: [],
    });
    expect(statements).toHaveLength(1);
    const wrong = await shop.admin.get(url(discount.id, condition.id, "?expand=nonsense"));
    expect(wrong.status).toBe(400);
  });

  it("shows the shipping profile of its products where profiles are asked for", async () => {
    const { body } = await shop.admin.post("/admin/products", { title: "With a profile" });
    const { id, profile_id } = body.product;
    const made = await shop.admin.post("/admin/discounts", {
      code: `PROFILED-${id}`,
      rule: {
        type: "percentage",
        value: 10,
        allocation: "total",
        conditions: [{ operator: "in", products: [id] }],
      },
      regions: [here],
    });
    const { discount } = made.body;
    const inDiscount =
      "expand=rule,rule.conditions,rule.conditions.products,rule.conditions.products.profiles";
    const [one, byCode, list] = [
      await shop.admin.get(`/admin/discounts/${discount.id}?${inDiscount}`),
      await shop.admin.get(`/admin/discounts/code/${discount.code}?${inDiscount}`),
      await shop.admin.get(`/admin/discounts?q=PROFILED-${id}&${inDiscount}`),
    ];
    const [condition] = one.body.discount.rule.conditions;
    const alone = await shop.admin.get(
      `/admin/discounts/${discount.id}/conditions/${condition.id}?expand=products,products.profiles`,
    );
    for (const each of [
      condition,
      byCode.body.discount.rule.conditions[0],
      list.body.discounts[0].rule.conditions[0],
      alone.body.discount_condition,
    ]) {
      expect(each.products).toMatchObject([{ id, profile_id, profile: { id: profile_id, type: "default" } }]);
    }
  });

  it("is not there for another discount, or under an unknown id", async () => {
    const { discount, condition, product } = await conditioned();
    const other = await aDiscount(shop, here);
    const resources = { resources: [{ id: product }] };
    const before = await discountRows(shop);
    for (const [discountId, conditionId, message] of [
      [discount.id, "discon_unknown", "DiscountCondition with id: discon_unknown was not found"],
      ["disc_unknown", condition.id, "Discount with id disc_unknown was not found"],
    ] as const) {
      const answers = [
        await shop.admin.get(url(discountId, conditionId)),
        await shop.admin.post(url(discountId, conditionId), { products: [product] }),
        await shop.admin.post(url(discountId, conditionId, "/batch"), resources),
        await shop.admin.delete(url(discountId, conditionId, "/batch"), resources),
        ...(conditionId === condition.id ? [await shop.admin.delete(url(discountId, conditionId))] : []),
      ];
      for (const { status, body } of answers) {
        expect({ status, type: body.type }).toEqual({ status: 404, type: "not_found" });
        expect(body.message).toContain(message);
      }
    }
    const message = `does not belong to Discount with id ${other.id}`;
    for (const { status, body } of [
      await shop.admin.get(url(other.id, condition.id)),
      await shop.admin.post(url(other.id, condition.id), { products: [product] }),
      await shop.admin.post(url(other.id, condition.id, "/batch"), resources),
      await shop.admin.delete(url(other.id, condition.id, "/batch"), resources),
    ]) {
      expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
      expect(body.message).toContain(message);
    }
    expect((await shop.admin.delete(url(other.id, condition.id))).status).toBe(404);
    expect((await shop.admin.post(url("disc_unknown"), { operator: "in", products: [product] })).status).toBe(
      404,
    );
    expect(await discountRows(shop)).toEqual(before);
    expect(await namedBy(discount.id, condition.id, "products")).toEqual([product]);
  });

  it("stays about what it is about", async () => {
    const { discount, condition, product } = await conditioned();
    const group = (await aGroup(shop)).id;
    const refusals: [unknown, string][] = [
      [{}, "Missing one of"],
      [{ products: [] }, "Missing one of"],
      [{ customer_groups: [group] }, "is about products, not about customer_groups"],
      [{ products: [product], customer_groups: [group] }, "Only one of"],
      [{ operator: "not_in", products: [product] }, "property operator should not exist"],
    ];
    for (const [sent, message] of refusals) {
      const { status, body } = await shop.admin.post(url(discount.id, condition.id), sent);
      expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
      expect(body.message).toContain(message);
    }
    expect(await namedBy(discount.id, condition.id, "products")).toEqual([product]);
    expect(await namedBy(discount.id, condition.id, "customer_groups")).toEqual([]);
  });

  it("does not change when a batch is wrong", async () => {
    const { discount, condition, product } = await conditioned();
    const more = await aProductId();
    for (const sent of [
      {},
      { resources: [] },
      { resources: "all" },
      { resources: [more] },
      { resources: [{ id: 5 }] },
      { resources: [{ id: more, colour: "red" }] },
      { resources: [{ id: more }], colour: "red" },
    ]) {
      expect((await shop.admin.post(url(discount.id, condition.id, "/batch"), sent)).status).toBe(400);
      expect((await shop.admin.delete(url(discount.id, condition.id, "/batch"), sent)).status).toBe(400);
    }
    const right = { resources: [{ id: more }] };
    expect(
      (await shop.admin.post(url(discount.id, condition.id, "/batch?expand=nonsense"), right)).status,
    ).toBe(400);
    expect(await namedBy(discount.id, condition.id, "products")).toEqual([product]);
  });

  it("is about all of what several requests add at the same moment", async () => {
    const { discount, condition, product } = await conditioned();
    const products: string[] = [];
    for (let i = 0; i < 6; i++) products.push(await aProductId());
    const answers = await Promise.all(
      products.map((id, i) =>
        shop.admin.post(url(discount.id, condition.id, "/batch"), {
          resources: [{ id }, { id: products[(i + 1) % 6] }],
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(products.map(() => 200));
    expect(await namedBy(discount.id, condition.id, "products")).toEqual([product, ...products].sort());
  });

  it("is deleted, twice if need be, and can be made again", async () => {
    const { discount, condition, product } = await conditioned();
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(
        url(discount.id, condition.id, "?fields=code&expand=rule.conditions"),
      );
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          id: condition.id,
          object: "discount-condition",
          deleted: true,
          discount: { id: discount.id, code: discount.code, rule: { conditions: [] } },
        },
      });
    }
    expect(await eventsAbout(shop, discount.id)).toHaveLength(2);
    const again = await shop.admin.post(url(discount.id), { operator: "in", products: [product] });
    expect(again.body.discount.rule.conditions).toHaveLength(1);
  });

  it("of the rule is the condition of its dynamic codes, too", async () => {
    const product = await aProductId();
    const parent = await aDiscount(shop, here, {
      is_dynamic: true,
      ...withConditions({ operator: "in", products: [product] }),
    });
    const child = await aDynamicCode(shop, parent.id);
    const [condition] = parent.rule.conditions;
    expect(await namedBy(child.id, condition!.id, "products")).toEqual([product]);
    await shop.admin.delete(url(child.id, condition!.id));
    expect((await readDiscount(shop, parent.id)).rule.conditions).toEqual([]);
  });
});

describe("an update of a discount", () => {
  it("changes conditions that it names, adds others, and keeps the rest", async () => {
    const { discount, condition } = await conditioned();
    const [product, group] = [await aProductId(), (await aGroup(shop)).id];
    await shop.admin.post(url(discount.id), { operator: "in", customer_groups: [group] });
    const { status, body } = await shop.admin.post(`/admin/discounts/${discount.id}`, {
      rule: {
        id: discount.rule_id,
        value: 50,
        conditions: [
          { id: condition.id, operator: "not_in", products: [product] },
          { operator: "in", products: [product] },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body.discount.rule).toMatchObject({
      value: 50,
      conditions: [
        { id: condition.id, type: "products", operator: "not_in" },
        { type: "customer_groups", operator: "in" },
        { type: "products", operator: "in" },
      ],
    });
    expect(await namedBy(discount.id, condition.id, "products")).toEqual([product]);
  });

  it("is refused when a condition is another discount's, or would be there twice", async () => {
    const { discount, product } = await conditioned();
    const other = await conditioned();
    const second = await shop.admin.post(url(discount.id), { operator: "not_in", products: [product] });
    const before = await readDiscount(shop, discount.id);
    const refusals: [Record<string, unknown>, number][] = [
      [{ id: other.condition.id, products: [product] }, 400],
      [{ id: "discon_unknown", products: [product] }, 404],
      [{ id: second.body.discount.rule.conditions[1].id, operator: "in", products: [product] }, 422],
      [{ operator: "in", products: [product] }, 422],
    ];
    for (const [condition, status] of refusals) {
      const answer = await shop.admin.post(`/admin/discounts/${discount.id}`, {
        code: "NEVER",
        rule: { id: discount.rule_id, value: 99, conditions: [condition] },
      });
      expect(answer.status).toBe(status);
    }
    expect(await readDiscount(shop, discount.id)).toEqual(before);
    expect(await namedBy(other.discount.id, other.condition.id, "products")).toEqual([other.product]);
  });
});

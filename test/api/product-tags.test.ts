import { describe, expect } from "vitest";
import { countingStatements } from "../support/statements.ts";
import { withShop } from "../support/with-shop.ts";

const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.db.run({
    text: `insert into product_tag (id, value, created_at, updated_at, deleted_at, metadata) values
      ('pta_1', 'Shirt', '2020-01-01', '2020-01-01', null, '{"secret": true}'),
      ('pta_2', 'Sweatshirt', '2021-01-01', '2023-01-01', null, null),
      ('pta_3', 'Mug', '2022-01-01', '2022-01-01', null, null),
      ('pta_4', 'Old shirt', '2022-06-01', '2022-06-01', now(), null)`,
    values: [],
  });
  await shop.db.run({
    text: `with rule as (
        insert into discount_rule (id, type, value) values ('dru_1', 'fixed', 10) returning id
      ), condition as (
        insert into discount_condition (id, type, operator, discount_rule_id)
        select 'discon_1', 'product_tags', 'in', id from rule returning id
      ) select id from condition`,
    values: [],
  });
  await shop.db.run({
    text: "insert into discount_condition_product_tag (product_tag_id, condition_id) values ('pta_3', 'discon_1')",
    values: [],
  });
});

const valuesOf = (answer: { body: { product_tags: { value: string }[] } }) =>
  answer.body.product_tags.map(({ value }) => value);

it("product tags of the admin are for users only", async () => {
  expect((await shop.visitor().get("/admin/product-tags")).status).toBe(401);
});

describe.each([
  ["/admin/product-tags", 10],
  ["/store/product-tags", 20],
])("%s", (path, limit) => {
  const list = (query = "") => (path.startsWith("/admin") ? shop.admin : shop.visitor()).get(path + query);

  it("lists the tags that are not deleted, newest first", async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ count: 3, offset: 0, limit });
    expect(valuesOf(answer)).toEqual(["Mug", "Sweatshirt", "Shirt"]);
    expect(answer.body.product_tags[2]).toEqual({
      id: "pta_1",
      value: "Shirt",
      created_at: "2020-01-01T00:00:00.000Z",
      updated_at: "2020-01-01T00:00:00.000Z",
    });
  });

  it.each([
    ["q=SHIRT", ["Sweatshirt", "Shirt"]],
    ["q=shirt&value=Mug", ["Sweatshirt", "Shirt"]],
    ["q=%25", []],
    ["value=Shirt", ["Shirt"]],
    ["value[]=Shirt&value[]=Mug", ["Mug", "Shirt"]],
    ["value[starts_with]=S", ["Sweatshirt", "Shirt"]],
    ["value[contains]=hirt&value[ends_with]=shirt", ["Sweatshirt"]],
    ["id=pta_1", ["Shirt"]],
    ["id[]=pta_1,pta_3", ["Mug", "Shirt"]],
    ["id=pta_4", []],
    ["created_at[gt]=2020-06-01&created_at[lt]=2021-06-01", ["Sweatshirt"]],
    ["updated_at[gte]=2022-01-01", ["Mug", "Sweatshirt"]],
    ["discount_condition_id=discon_1", ["Mug"]],
    ["discount_condition_id=discon_unknown", []],
    ["order=value", ["Mug", "Shirt", "Sweatshirt"]],
    ["order=-updated_at", ["Sweatshirt", "Mug", "Shirt"]],
  ])("answers %s with %j", async (query, expected) => {
    const answer = await list(`?${query}`);
    expect(answer.status).toBe(200);
    expect(valuesOf(answer)).toEqual(expected);
    expect(answer.body.count).toBe(expected.length);
  });

  it("has pages", async () => {
    const second = await list("?limit=2&offset=2");
    expect(second.body).toMatchObject({ count: 3, limit: 2, offset: 2 });
    expect(valuesOf(second)).toEqual(["Shirt"]);
  });

  it.each([
    "order=nonsense",
    "order=metadata",
    "created_at[gt]=soon",
    "value[like]=x",
    "expand=products",
    "fields=metadata",
    "limit=-1",
    "colour=red",
  ])("refuses %s", async (query) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("takes two statements", async () => {
    const page = await countingStatements(shop.db, () => list("?q=shirt"));
    expect(page.statements).toHaveLength(2);
  });
});

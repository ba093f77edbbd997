import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Answer } from "../support/clients/client.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

interface Kind {
  kind: "tag" | "type";
  /** Of a page of the admin. */
  adminLimit: number;
}
const kinds: Kind[] = [
  { kind: "tag", adminLimit: 10 },
  { kind: "type", adminLimit: 20 },
];

const { it, shop } = withShop();
it.beforeAll(async () => {
  for (const { kind } of kinds) await insertRows(kind);
});

/** Three rows and a deleted one; a discount condition names the third. */
async function insertRows(kind: Kind["kind"]): Promise<void> {
  const run = (text: string) => shop.db.run({ text, values: [] });
  await run(`insert into product_${kind} (id, value, created_at, updated_at, deleted_at, metadata) values
    ('${kind}_1', 'Shirt', '2020-01-01', '2020-01-01', null, '{"secret": true}'),
    ('${kind}_2', 'Sweatshirt', '2021-01-01', '2023-01-01', null, null),
    ('${kind}_3', 'Mug', '2022-01-01', '2022-01-01', null, null),
    ('${kind}_4', 'Old shirt', '2022-06-01', '2022-06-01', now(), null)`);
  await run(`insert into discount_rule (id, type, value) values ('dru_${kind}', 'fixed', 10)`);
  await run(`insert into discount_condition (id, type, operator, discount_rule_id)
    values ('discon_${kind}', 'product_${kind}s', 'in', 'dru_${kind}')`);
  await run(`insert into discount_condition_product_${kind} (product_${kind}_id, condition_id)
    values ('${kind}_3', 'discon_${kind}')`);
}

it.each(kinds)("product $kind: the list of the admin is for users only", async ({ kind }) => {
  expect((await shop.visitor().get(`/admin/product-${kind}s`)).status).toBe(401);
});

const lists = kinds.flatMap(({ kind, adminLimit }) => [
  { kind, path: `/admin/product-${kind}s`, limit: adminLimit },
  { kind, path: `/store/product-${kind}s`, limit: 20 },
]);

describe.each(lists)("$path", ({ kind, path, limit }) => {
  const list = (query = "") => (path.startsWith("/admin") ? shop.admin : shop.visitor()).get(path + query);
  const rowsIn = (answer: Answer): { value: string }[] => answer.body[`product_${kind}s`];
  const valuesOf = (answer: Answer) => rowsIn(answer).map(({ value }) => value);

  it("lists the rows that are not deleted, newest first", async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ count: 3, offset: 0, limit });
    expect(valuesOf(answer)).toEqual(["Mug", "Sweatshirt", "Shirt"]);
    expect(rowsIn(answer)[2]).toEqual({
      id: `${kind}_1`,
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
    [`id=${kind}_1`, ["Shirt"]],
    [`id[]=${kind}_1,${kind}_3`, ["Mug", "Shirt"]],
    [`id=${kind}_4`, []],
    ["created_at[gt]=2020-06-01&created_at[lt]=2021-06-01", ["Sweatshirt"]],
    ["updated_at[gte]=2022-01-01", ["Mug", "Sweatshirt"]],
    [`discount_condition_id=discon_${kind}`, ["Mug"]],
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

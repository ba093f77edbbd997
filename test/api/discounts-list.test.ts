import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Answer } from "../support/clients/client.ts";
import { aDiscount, aDynamicCode, fiveDollars, setUses } from "../support/factories/discounts.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
it.beforeAll(async () => {
  const { id } = await aRegion(shop);
  await aDiscount(shop, id, { code: "ALPHA" });
  await aDiscount(shop, id, {
    code: "BETA",
    rule: { ...fiveDollars, allocation: "item" },
    is_disabled: true,
  });
  await aDiscount(shop, id, { code: "GAMMA", rule: fiveDollars });
  const dynamic = await aDiscount(shop, id, { code: "DELTA", is_dynamic: true });
  await aDynamicCode(shop, dynamic.id, "DELTA-1");
  const shipping = { type: "free_shipping", value: 0, allocation: "total" };
  await aDiscount(shop, id, { code: "EPSILON", rule: shipping });
  const gone = await aDiscount(shop, id, { code: "GONE" });
  await shop.admin.delete(`/admin/discounts/${gone.id}`);
  await shop.db.run({
    text: "update discount set created_at = '2020-05-05', updated_at = '2021-06-06' where code = 'ALPHA'",
    values: [],
  });
});

const list = (query = "") => shop.admin.get(`/admin/discounts?${query}`);
const codesOf = ({ body }: Answer) => body.discounts.map(({ code }: { code: string }) => code);

describe("the list of discounts", () => {
  it("shows them all, newest first, with their regions and rules", async () => {
    const all = await list();
    expect(codesOf(all)).toEqual(["EPSILON", "DELTA-1", "DELTA", "GAMMA", "BETA", "ALPHA"]);
    expect(all.body).toMatchObject({ count: 6, offset: 0, limit: 20 });
    expect(all.body.discounts[0]).toMatchObject({
      parent_discount: null,
      regions: [{ currency_code: "usd" }],
      rule: { type: "free_shipping", conditions: [] },
    });
    expect(all.body.discounts[1]).toMatchObject({ parent_discount: { code: "DELTA" }, regions: [] });
  });

  it("finds discounts without dynamic codes, and the codes of one", async () => {
    expect(codesOf(await list("parent_discount_id=null"))).not.toContain("DELTA-1");
    const [{ id }] = (await list("q=DELTA&parent_discount_id=null")).body.discounts;
    expect(codesOf(await list(`parent_discount_id=${id}`))).toEqual(["DELTA-1"]);
  });

  it("finds them by their state", async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const { id } = await aRegion(shop);
    const old = await aDiscount(shop, id, { code: "OLD", starts_at: "2020-01-01", ends_at: yesterday });
    const later = await aDiscount(shop, id, { code: "LATER", starts_at: "2099-01-01" });
    const used = await aDiscount(shop, id, { code: "USED", usage_limit: 1 });
    await setUses(shop, used.id, 1);
    expect(codesOf(await list("state=expired"))).toEqual(["OLD"]);
    expect(codesOf(await list("state=scheduled"))).toEqual(["LATER"]);
    expect(codesOf(await list("state=used_up"))).toEqual(["USED"]);
    expect(codesOf(await list("state=disabled"))).toEqual(["BETA"]);
    expect(codesOf(await list("state=active"))).toEqual(["EPSILON", "DELTA-1", "DELTA", "GAMMA", "ALPHA"]);
    expect((await list("state=old")).status).toBe(400);
    for (const each of [old, later, used]) await shop.admin.delete(`/admin/discounts/${each.id}`);
  });

  it("pages, and counts all matches", async () => {
    const second = await list("order=code&limit=2&offset=2");
    expect(codesOf(second)).toEqual(["DELTA", "DELTA-1"]);
    expect(second.body).toMatchObject({ count: 6, offset: 2, limit: 2 });
    expect(codesOf(await list("order=-code&limit=2"))).toEqual(["GAMMA", "EPSILON"]);
    expect(codesOf(await list("offset=6"))).toEqual([]);
  });

  it.each([
    ["q=lt", ["DELTA", "DELTA-1"]],
    ["q=nothing", []],
    ["q=%25", []],
    ["rule[type]=fixed", ["BETA", "GAMMA"]],
    ["rule[type]=free_shipping", ["EPSILON"]],
    ["rule[allocation]=item", ["BETA"]],
    ["rule[type]=fixed&rule[allocation]=total", ["GAMMA"]],
    ["rule[type]=percentage&rule[allocation]=item", []],
    ["rule[type]=percentage&q=alpha", ["ALPHA"]],
    ["is_dynamic=true", ["DELTA", "DELTA-1"]],
    ["is_dynamic=false&is_disabled=false", ["ALPHA", "EPSILON", "GAMMA"]],
    ["is_disabled=true", ["BETA"]],
    ["created_at[lt]=2020-12-31", ["ALPHA"]],
    ["created_at[gt]=2020-01-01&created_at[lte]=2020-05-05", ["ALPHA"]],
    ["updated_at[gte]=2021-06-06&updated_at[lt]=2021-06-07", ["ALPHA"]],
    ["created_at[gt]=2100-01-01", []],
  ])("filters by %s", async (query, codes) => {
    const answer = await list(`order=code&${query}`);
    expect(answer.status).toBe(200);
    expect(codesOf(answer)).toEqual(codes);
    expect(answer.body.count).toBe(codes.length);
  });

  it("sorts by what the rule has", async () => {
    expect(codesOf(await list("order=-rule.value&limit=2")).sort()).toEqual(["BETA", "GAMMA"]);
  });

  it("shows the selected fields and relations, and when each was created", async () => {
    const { body } = await list("q=BETA&fields=code&expand=rule");
    expect(Object.keys(body.discounts[0]).sort()).toEqual(["code", "created_at", "id", "rule"]);
  });

  it.each([
    "rule[type]=gift",
    "rule[allocation]=cart",
    "rule[colour]=red",
    "rule=fixed",
    "is_dynamic=perhaps",
    "is_disabled=1",
    "code=ALPHA",
    "limit=-1",
    "offset=x",
    "order=nonsense",
    "expand=nonsense",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "created_at[near]=2020-01-01",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
  });

  it("takes two statements with any selection", async () => {
    for (const query of ["", "rule[type]=fixed&q=a&expand=regions.countries,rule.conditions.products"]) {
      const { result, statements } = await countingStatements(shop.db, () => list(query));
      expect(result.status).toBe(200);
      expect(statements).toHaveLength(2);
    }
  });
});

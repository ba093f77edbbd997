import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aCode,
  aDiscount,
  aDynamicCode,
  discountDetails,
  discountRows,
  fiveDollars,
  readDiscount,
  setUses,
  tenPercent,
} from "../support/factories/discounts.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let here: string;
let there: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  here = (await aRegion(shop)).id;
  there = (await aRegion(shop)).id;
});

const details = (changes: Record<string, unknown> = {}) => discountDetails(here, changes);
const create = (changes: Record<string, unknown> = {}, query = "") =>
  shop.admin.post(`/admin/discounts${query}`, details(changes));
const update = (id: string, changes: unknown, query = "") =>
  shop.admin.post(`/admin/discounts/${id}${query}`, changes);
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id).sort();

describe("a discount", () => {
  it("is created, announced and read back by its id and its code", async () => {
    const { status, body } = await create({ code: "  Welcome to us ", metadata: { why: "test" } });
    expect(status).toBe(200);
    const { discount } = body;
    expect(discount).toMatchObject({
      id: expect.stringMatching(/^disc_/),
      code: "WELCOME TO US",
      is_dynamic: false,
      is_disabled: false,
      parent_discount_id: null,
      ends_at: null,
      valid_duration: null,
      usage_limit: null,
      usage_count: 0,
      metadata: { why: "test" },
      parent_discount: null,
      regions: [{ id: here }],
      rule: { ...tenPercent, id: discount.rule_id, description: null, conditions: [] },
    });
    expect(Math.abs(Date.parse(discount.starts_at) - Date.parse(discount.created_at))).toBeLessThan(60_000);
    expect((await shop.admin.get(`/admin/discounts/${discount.id}`)).body).toEqual(body);
    for (const code of ["WELCOME%20TO%20US", "welcome%20to%20us%20"]) {
      expect((await shop.admin.get(`/admin/discounts/code/${code}`)).body).toEqual(body);
    }
    expect(await eventsAbout(shop, discount.id)).toEqual([
      { name: "discount.created", data: { id: discount.id } },
    ]);
  });

  it("may have a window, a limit and several regions, and be disabled or dynamic", async () => {
    const { body } = await create({
      regions: [here, there, here],
      starts_at: "2001-01-01",
      ends_at: "2099-01-01T12:00:00Z",
      usage_limit: 3,
      valid_duration: "P1Y2M3DT4H",
      is_dynamic: true,
      is_disabled: true,
      rule: { ...tenPercent, value: 100, description: "all of it" },
    });
    expect(body.discount).toMatchObject({
      starts_at: "2001-01-01T00:00:00.000Z",
      ends_at: "2099-01-01T12:00:00.000Z",
      usage_limit: 3,
      valid_duration: "P1Y2M3DT4H",
      is_dynamic: true,
      is_disabled: true,
      rule: { value: 100, description: "all of it" },
    });
    expect(idsOf(body.discount.regions)).toEqual([here, there].sort());
  });

  it("may be over from the start", async () => {
    const { body } = await create({ ends_at: "2020-01-01" });
    expect(body.discount).toMatchObject({ ends_at: "2020-01-01T00:00:00.000Z" });
  });

  it("accepts null for end, limit, duration and description", async () => {
    const nothing = { ends_at: null, usage_limit: null, valid_duration: null };
    const { body } = await create({ ...nothing, rule: { ...tenPercent, description: null } });
    expect(body.discount).toMatchObject({ ...nothing, rule: { description: null } });
  });

  it.each([
    { type: "fixed", value: 500, allocation: "total" },
    { type: "fixed", value: 0, allocation: "item" },
    { type: "fixed", value: 2_147_483_647, allocation: "item" },
    { type: "percentage", value: 100, allocation: "item" },
    { type: "free_shipping", value: 0, allocation: "total" },
  ])("is $type of $value on $allocation", async (rule) => {
    expect((await create({ rule })).body.discount.rule).toMatchObject(rule);
  });

  it.each([
    ["no code", { code: undefined }, "code is required"],
    ["an empty code", { code: "" }, "code should not be empty"],
    ["a code of blanks", { code: " \t " }, "code should not be empty"],
    ["a code that is a number", { code: 5 }, "code must be a string"],
    ["a code that nobody can type", { code: "x".repeat(256) }, "code must NOT have more than 255 characters"],
    ["no rule", { rule: undefined }, "rule is required"],
    ["no regions", { regions: undefined }, "regions is required"],
    ["an empty list of regions", { regions: [] }, "Discount must have at least 1 region"],
    ["regions that are no list", { regions: "all" }, "regions must be an array"],
    ["an unknown type", { rule: { ...tenPercent, type: "gift" } }, "rule.type must be one of"],
    [
      "an unknown allocation",
      { rule: { ...tenPercent, allocation: "cart" } },
      "rule.allocation must be one of",
    ],
    ["no allocation", { rule: { type: "fixed", value: 5 } }, "allocation is required"],
    ["no value", { rule: { ...tenPercent, value: undefined } }, "value is required"],
    ["a negative value", { rule: { ...fiveDollars, value: -1 } }, "rule.value must not be less than 0"],
    ["half a cent", { rule: { ...fiveDollars, value: 0.5 } }, "rule.value must be an integer"],
    ["too much money", { rule: { ...fiveDollars, value: 2 ** 31 } }, "rule.value must not be greater"],
    ["more than everything", { rule: { ...tenPercent, value: 101 } }, "above 100 is not allowed"],
    ["an end before its start", { starts_at: "2030-01-02", ends_at: "2030-01-01" }, "must be greater than"],
    ["an end at its start", { starts_at: "2030-01-01", ends_at: "2030-01-01" }, "must be greater than"],
    ["a start that is no date", { starts_at: "soon" }, "starts_at must be a date"],
    ["an end that is no date", { ends_at: "later" }, "ends_at must be a date"],
    ["a limit of zero", { usage_limit: 0 }, "usage_limit must not be less than 1"],
    ["a negative limit", { usage_limit: -3 }, "usage_limit must not be less than 1"],
    ["half a limit", { usage_limit: 1.5 }, "usage_limit must be an integer"],
    ["a duration in words", { valid_duration: "three days" }, "must be a valid ISO 8601 duration"],
    ["an empty duration", { valid_duration: "" }, "must be a valid ISO 8601 duration"],
    ["no time at all", { valid_duration: "PT0S" }, "must be longer than nothing"],
    ["ten thousand years", { valid_duration: "P10000Y" }, "must end before the year 10000"],
    ["eternity", { valid_duration: "P999999999Y" }, "must be longer than nothing and end some day"],
    ["is_dynamic in words", { is_dynamic: "yes" }, "is_dynamic must be a boolean"],
    ["metadata that is a list", { metadata: [] }, "metadata must be an object"],
    ["something nobody knows", { colour: "red" }, "property colour should not exist"],
    [
      "a rule that nobody knows",
      { rule: { ...tenPercent, colour: "red" } },
      "property colour should not exist",
    ],
  ])("is refused with %s", async (_, changes, message) => {
    const before = await discountRows(shop);
    const { status, body } = await create(changes);
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    expect(body.message).toContain(message);
    expect(await discountRows(shop)).toEqual(before);
  });

  it("of a fixed amount has one region only, however often it is named", async () => {
    const before = await discountRows(shop);
    const { status, body } = await create({ rule: fiveDollars, regions: [here, there] });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "Fixed discounts can have one region",
    });
    expect(await discountRows(shop)).toEqual(before);
    expect((await create({ rule: fiveDollars, regions: [here, here] })).status).toBe(200);
  });

  it("is refused for a region that does not exist or is deleted", async () => {
    const gone = await aRegion(shop);
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    const before = await discountRows(shop);
    for (const id of ["reg_unknown", gone.id]) {
      const { status, body } = await create({ regions: [here, id] });
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { type: "not_found", message: `Region with ${id} was not found` },
      });
    }
    expect(await discountRows(shop)).toEqual(before);
  });

  it("is refused with a relation that does not exist, before it is made", async () => {
    const before = await discountRows(shop);
    expect((await create({}, "?expand=nonsense")).status).toBe(400);
    expect((await create({}, "?fields=nonsense")).status).toBe(400);
    expect((await create({}, "?colour=red")).status).toBe(400);
    expect(await discountRows(shop)).toEqual(before);
  });

  it("shows the selected fields and relations", async () => {
    const { body } = await create({}, "?fields=code&expand=rule");
    expect(Object.keys(body.discount).sort()).toEqual(["code", "id", "rule"]);
    const url = `/admin/discounts/${body.discount.id}`;
    expect(Object.keys((await shop.admin.get(`${url}?fields=&expand=`)).body.discount)).toEqual(["id"]);
    const code = `/admin/discounts/code/${body.discount.code}?fields=usage_count&expand=regions.currency`;
    expect((await shop.admin.get(code)).body.discount).toMatchObject({
      usage_count: 0,
      regions: [{ currency: { code: "usd" } }],
    });
  });

  it("is not there under an unknown id or code", async () => {
    for (const [path, message] of [
      ["disc_unknown", "Discount with id disc_unknown was not found"],
      ["code/no-such-code", "Discounts with code NO-SUCH-CODE was not found"],
    ]) {
      const { status, body } = await shop.admin.get(`/admin/discounts/${path}`);
      expect({ status, body }).toEqual({ status: 404, body: { type: "not_found", message } });
    }
  });
});

describe("a code", () => {
  it("is taken in any case, with blanks or without", async () => {
    const { code } = await aDiscount(shop, here);
    const before = await discountRows(shop);
    for (const sent of [code, code.toLowerCase(), `  ${code} `]) {
      const { status, body } = await create({ code: sent });
      expect({ status, body }).toEqual({
        status: 422,
        body: {
          type: "duplicate_error",
          code: "invalid_request_error",
          message: `Discount with code ${code} already exists.`,
        },
      });
    }
    expect(await discountRows(shop)).toEqual(before);
  });

  it("goes to one of several requests at the same moment", async () => {
    const code = aCode();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    const { body } = await shop.admin.get(`/admin/discounts?q=${code}`);
    expect(body.count).toBe(1);
  });

  it("is free again once its discount is deleted", async () => {
    const { id, code } = await aDiscount(shop, here);
    await shop.admin.delete(`/admin/discounts/${id}`);
    expect((await create({ code })).status).toBe(200);
  });
});

describe("an update", () => {
  it("changes the fields that are sent and keeps the others", async () => {
    const discount = await aDiscount(shop, here, { metadata: { a: 1, b: 2 }, usage_limit: 5 });
    const code = aCode();
    const { status, body } = await update(discount.id, {
      code: ` ${code.toLowerCase()} `,
      is_disabled: true,
      ends_at: "2098-01-01",
      valid_duration: "P3D",
      metadata: { b: "", c: 3 },
    });
    expect(status).toBe(200);
    expect(body.discount).toMatchObject({
      code,
      is_disabled: true,
      starts_at: discount.starts_at,
      ends_at: "2098-01-01T00:00:00.000Z",
      valid_duration: "P3D",
      usage_limit: 5,
      metadata: { a: 1, c: 3 },
      regions: [{ id: here }],
      rule: discount.rule,
    });
    expect(Date.parse(body.discount.updated_at)).toBeGreaterThan(Date.parse(discount.updated_at));
    expect(await readDiscount(shop, discount.id)).toEqual(body.discount);
    expect((await eventsAbout(shop, discount.id)).at(-1)).toEqual({
      name: "discount.updated",
      data: {
        id: discount.id,
        fields: expect.arrayContaining(["code", "is_disabled", "ends_at", "valid_duration", "metadata"]),
      },
    });
  });

  it("takes an end, a limit and a duration away", async () => {
    const { id } = await aDiscount(shop, here, {
      ends_at: "2098-01-01",
      usage_limit: 5,
      valid_duration: "P3D",
    });
    const nothing = { ends_at: null, usage_limit: null, valid_duration: null };
    expect((await update(id, nothing)).body.discount).toMatchObject(nothing);
  });

  it("changes the value, the allocation and the description of the rule, and no count of uses", async () => {
    const { id, rule } = await aDiscount(shop, here);
    await setUses(shop, id, 4);
    const changes = { value: 20, allocation: "item", description: "more" };
    const { body } = await update(id, { rule: { id: rule.id, ...changes } });
    expect(body.discount).toMatchObject({
      usage_count: 4,
      rule: { ...rule, ...changes, updated_at: expect.anything() },
    });
    const cleared = await update(id, { rule: { id: rule.id, description: null } });
    expect(cleared.body.discount.rule).toMatchObject({ ...changes, description: null });
  });

  it("replaces the regions", async () => {
    const { id } = await aDiscount(shop, here);
    expect((await update(id, { regions: [there] })).body.discount.regions).toMatchObject([{ id: there }]);
    const both = await update(id, { regions: [there, here, here] });
    expect(idsOf(both.body.discount.regions)).toEqual([here, there].sort());
    const kept = await update(id, { regions: null });
    expect(idsOf(kept.body.discount.regions)).toEqual([here, there].sort());
    expect((await update(id, { regions: [] })).body.discount.regions).toEqual([]);
  });

  it.each([
    [{ code: "" }, "code should not be empty"],
    [{ code: "  " }, "code should not be empty"],
    [{ code: null }, "code must be a string"],
    [{ is_dynamic: true }, "property is_dynamic should not exist"],
    [{ starts_at: null }, "starts_at must be a string"],
    [{ starts_at: "2098-01-02" }, '"ends_at" must be greater than "starts_at"'],
    [{ ends_at: "1999-01-01" }, '"ends_at" must be greater than "starts_at"'],
    [{ valid_duration: "P" }, "must be a valid ISO 8601 duration"],
    [{ usage_limit: 0 }, "usage_limit must not be less than 1"],
    [{ rule: { value: 5 } }, "id is required"],
    [{ rule: { id: "RULE", type: "fixed" } }, "property type should not exist"],
    [{ rule: { id: "RULE", value: 101 } }, "above 100 is not allowed"],
    [{ rule: { id: "RULE", value: -1 } }, "rule.value must not be less than 0"],
    [{ rule: { id: "RULE", allocation: "cart" } }, "rule.allocation must be one of"],
    [{ rule: {} }, "id is required"],
    [{ colour: "red" }, "property colour should not exist"],
  ])("with %j is refused, and with it everything that was sent", async (changes, message) => {
    const discount = await aDiscount(shop, here, { ends_at: "2098-01-01" });
    const sent = JSON.parse(JSON.stringify(changes).replace("RULE", discount.rule.id));
    const before = await discountRows(shop);
    const { status, body } = await update(discount.id, { is_disabled: true, ...sent });
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    expect(body.message).toContain(message);
    expect(await readDiscount(shop, discount.id)).toEqual(discount);
    expect(await discountRows(shop)).toEqual(before);
  });

  it("is refused for an unknown discount, region or rule, and for a second region of a fixed amount", async () => {
    const other = await aDiscount(shop, here);
    const discount = await aDiscount(shop, here, { rule: fiveDollars });
    const refusals: [string, unknown, number][] = [
      ["disc_unknown", { is_disabled: true }, 404],
      [discount.id, { code: aCode(), regions: ["reg_unknown"] }, 404],
      [discount.id, { rule: { id: other.rule.id, value: 7 } }, 404],
      [discount.id, { rule: { id: "dru_unknown", value: 7 } }, 404],
      [discount.id, { code: aCode(), regions: [here, there] }, 400],
      [discount.id, { code: other.code.toLowerCase() }, 422],
      [`${discount.id}?expand=nonsense`, { is_disabled: true }, 400],
    ];
    for (const [id, changes, status] of refusals) expect((await update(id, changes)).status).toBe(status);
    expect(await readDiscount(shop, discount.id)).toEqual(discount);
    expect(await readDiscount(shop, other.id)).toEqual(other);
  });

  it("gives a code to one of two requests at the same moment", async () => {
    const discounts = [await aDiscount(shop, here), await aDiscount(shop, here), await aDiscount(shop, here)];
    const code = aCode();
    const answers = await Promise.all(discounts.map(({ id }) => update(id, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it("at the same moment as another loses neither", async () => {
    const { id, rule } = await aDiscount(shop, here);
    const changes = [
      ...["a", "b", "c", "d"].map((key) => ({ metadata: { [key]: 1 } })),
      { rule: { id: rule.id, value: 33 } },
      { rule: { id: rule.id, description: "kept" } },
    ];
    const answers = await Promise.all(changes.map((each) => update(id, each)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await readDiscount(shop, id)).toMatchObject({
      metadata: { a: 1, b: 1, c: 1, d: 1 },
      rule: { value: 33, description: "kept" },
    });
  });
});

describe("deleting a discount", () => {
  it("deletes it, announces that once, and accepts a second request", async () => {
    const { id, code } = await aDiscount(shop, here);
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(`/admin/discounts/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: { id, object: "discount", deleted: true } });
    }
    expect((await shop.admin.get(`/admin/discounts/${id}`)).status).toBe(404);
    expect((await shop.admin.get(`/admin/discounts/code/${code}`)).status).toBe(404);
    expect((await update(id, { is_disabled: true })).status).toBe(404);
    expect((await eventsAbout(shop, id)).map(({ name }) => name)).toEqual([
      "discount.created",
      "discount.deleted",
    ]);
  });

  it("takes the codes that were made from it along", async () => {
    const { id } = await aDiscount(shop, here, { is_dynamic: true });
    const codes = [await aDynamicCode(shop, id), await aDynamicCode(shop, id)];
    await shop.admin.delete(`/admin/discounts/${id}`);
    for (const code of codes) {
      expect((await shop.admin.get(`/admin/discounts/${code.id}`)).status).toBe(404);
      expect((await eventsAbout(shop, code.id)).at(-1)).toEqual({
        name: "discount.deleted",
        data: { id: code.id },
      });
    }
  });
});

describe("a visitor without a credential", () => {
  it("cannot read or change a discount", async () => {
    const discount = await aDiscount(shop, here);
    const visitor = shop.visitor();
    for (const answer of [
      await visitor.get("/admin/discounts"),
      await visitor.get(`/admin/discounts/${discount.id}`),
      await visitor.get(`/admin/discounts/code/${discount.code}`),
      await visitor.post("/admin/discounts", details()),
      await visitor.post(`/admin/discounts/${discount.id}`, { is_disabled: true }),
      await visitor.delete(`/admin/discounts/${discount.id}`),
    ])
      expect(answer.status).toBe(401);
    expect(await readDiscount(shop, discount.id)).toEqual(discount);
  });
});

describe("one discount", () => {
  it("is read in one statement with any selection", async () => {
    const { id, code } = await aDiscount(shop, here);
    for (const path of [id, `code/${code}`]) {
      const query = "expand=regions.countries,rule.conditions.products,parent_discount.rule";
      const { result, statements } = await countingStatements(shop.db, () =>
        shop.admin.get(`/admin/discounts/${path}?${query}`),
      );
      expect(result.status).toBe(200);
      expect(statements).toHaveLength(1);
    }
  });
});

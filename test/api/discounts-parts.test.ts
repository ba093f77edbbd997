import { describe, expect } from "vitest";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aCode,
  aDiscount,
  aDynamicCode,
  discountRows,
  fiveDollars,
  readDiscount,
  type ShownDiscount,
  setUses,
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

const addRegion = (id: string, regionId: string) =>
  shop.admin.post(`/admin/discounts/${id}/regions/${regionId}`);
const removeRegion = (id: string, regionId: string) =>
  shop.admin.delete(`/admin/discounts/${id}/regions/${regionId}`);
const regionsOf = ({ regions }: ShownDiscount) => regions.map(({ id }) => id).sort();
const namesAbout = async (id: string) => (await eventsAbout(shop, id)).map(({ name }) => name);

describe("the regions of a discount", () => {
  it("are added and removed one by one; repeating it changes nothing", async () => {
    const { id } = await aDiscount(shop, here);
    for (const _ of ["first", "second"]) {
      const { status, body } = await addRegion(id, there);
      expect(status).toBe(200);
      expect(regionsOf(body.discount)).toEqual([here, there].sort());
    }
    for (const _ of ["first", "second"]) {
      const { status, body } = await removeRegion(id, there);
      expect(status).toBe(200);
      expect(regionsOf(body.discount)).toEqual([here]);
    }
    expect(await eventsAbout(shop, id)).toEqual([
      { name: "discount.created", data: { id } },
      { name: "discount.updated", data: { id, fields: ["regions"] } },
      { name: "discount.updated", data: { id, fields: ["regions"] } },
    ]);
  });

  it("do not change when the region, or the discount, does not exist", async () => {
    const discount = await aDiscount(shop, here);
    const unknown = await addRegion(discount.id, "reg_unknown");
    expect(unknown).toMatchObject({
      status: 404,
      body: { type: "not_found", message: "Region with reg_unknown was not found" },
    });
    expect((await addRegion("disc_unknown", here)).status).toBe(404);
    expect((await removeRegion("disc_unknown", here)).status).toBe(404);
    expect((await removeRegion(discount.id, "reg_unknown")).status).toBe(200);
    expect(await readDiscount(shop, discount.id)).toEqual(discount);
  });

  it("answer with the selected fields, and change nothing when the selection is unknown", async () => {
    const discount = await aDiscount(shop, here);
    expect((await addRegion(discount.id, `${there}?expand=nonsense`)).status).toBe(400);
    expect(await readDiscount(shop, discount.id)).toEqual(discount);
    const { body } = await addRegion(discount.id, `${there}?fields=code&expand=rule`);
    expect(Object.keys(body.discount).sort()).toEqual(["code", "id", "rule"]);
  });

  it("are one for a fixed amount, which can move to another", async () => {
    const discount = await aDiscount(shop, here, { rule: fiveDollars });
    const second = await addRegion(discount.id, there);
    expect(second).toMatchObject({
      status: 400,
      body: { type: "invalid_data", message: "Fixed discounts can have one region" },
    });
    expect((await addRegion(discount.id, here)).status).toBe(200);
    expect(await readDiscount(shop, discount.id)).toEqual(discount);
    expect((await removeRegion(discount.id, here)).body.discount.regions).toEqual([]);
    expect((await addRegion(discount.id, there)).body.discount.regions).toMatchObject([{ id: there }]);
  });

  it("of a fixed amount stay one when several are added at the same moment", async () => {
    const { id } = await aDiscount(shop, here, { rule: fiveDollars });
    await removeRegion(id, here);
    const answers = await Promise.all([here, there, here, there].map((region) => addRegion(id, region)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await readDiscount(shop, id)).regions).toHaveLength(1);
  });

  it("that were deleted do not count", async () => {
    const gone = await aRegion(shop);
    const { id } = await aDiscount(shop, gone.id, { rule: fiveDollars });
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    expect((await addRegion(id, here)).body.discount.regions).toMatchObject([{ id: here }]);
  });
});

describe("a dynamic code", () => {
  const make = (id: string, body: unknown) => shop.admin.post(`/admin/discounts/${id}/dynamic-codes`, body);

  it("shares the rule and limit of its discount, starts now and lasts for its valid_duration", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true, valid_duration: "P3D", usage_limit: 7 });
    await setUses(shop, parent.id, 5);
    const code = aCode();
    const earliest = Date.now();
    const { status, body } = await make(parent.id, {
      code: ` ${code.toLowerCase()} `,
      metadata: { to: "ada" },
    });
    expect(status).toBe(200);
    expect(body.discount).toMatchObject({
      id: expect.stringMatching(/^disc_/),
      code,
      is_dynamic: true,
      is_disabled: false,
      parent_discount_id: parent.id,
      parent_discount: { id: parent.id, code: parent.code },
      rule_id: parent.rule_id,
      rule: parent.rule,
      regions: [],
      valid_duration: null,
      usage_limit: 7,
      usage_count: 0,
      metadata: { to: "ada" },
    });
    const starts = Date.parse(body.discount.starts_at);
    expect(starts).toBeGreaterThanOrEqual(earliest);
    expect(starts).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(body.discount.ends_at) - starts).toBe(3 * 24 * 60 * 60 * 1000);
    expect(await readDiscount(shop, body.discount.id)).toEqual(body.discount);
    expect(await namesAbout(body.discount.id)).toEqual(["discount.created"]);
  });

  it("has no end when its discount has no duration, and always the limit of the discount", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const { body } = await make(parent.id, { code: aCode(), usage_limit: 3 });
    expect(body.discount).toMatchObject({ ends_at: null, usage_limit: null });
  });

  it("is refused for a discount that is not dynamic, and for a code of a code", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const child = await aDynamicCode(shop, parent.id);
    const before = await discountRows(shop);
    for (const { id } of [await aDiscount(shop, here), child]) {
      const { status, body } = await make(id, { code: aCode() });
      expect({ status, body }).toEqual({
        status: 400,
        body: { type: "not_allowed", message: "Discount must be set to dynamic" },
      });
    }
    expect(Number((await discountRows(shop))[0]!["discounts"])).toBe(Number(before[0]!["discounts"]) + 1);
  });

  it.each([
    [{}, 400],
    [{ code: "" }, 400],
    [{ code: "  " }, 400],
    [{ code: 7 }, 400],
    [{ code: "FINE", usage_limit: 0 }, 400],
    [{ code: "FINE", usage_limit: "many" }, 400],
    [{ code: "FINE", metadata: "none" }, 400],
    [{ code: "FINE", ends_at: "2099-01-01" }, 400],
  ])("is refused with %j", async (sent, status) => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const before = await discountRows(shop);
    expect((await make(parent.id, sent)).status).toBe(status);
    expect(await discountRows(shop)).toEqual(before);
  });

  it("is refused when the discount is unknown or the code is taken by any discount", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const before = await discountRows(shop);
    expect((await make("disc_unknown", { code: aCode() })).status).toBe(404);
    expect((await make(parent.id, { code: parent.code.toLowerCase() })).status).toBe(422);
    expect(await discountRows(shop)).toEqual(before);
  });

  it("goes to one of several requests at the same moment; different ones are all made", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const code = aCode();
    const same = await Promise.all([1, 2, 3, 4].map(() => make(parent.id, { code })));
    expect(same.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const different = await Promise.all([1, 2, 3, 4].map(() => make(parent.id, { code: aCode() })));
    expect(different.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("is not left behind by a discount that is deleted at the same moment", async () => {
    for (const _ of [1, 2, 3]) {
      const parent = await aDiscount(shop, here, { is_dynamic: true });
      await Promise.all([
        ...[1, 2, 3].map(() => make(parent.id, { code: aCode() })),
        shop.admin.delete(`/admin/discounts/${parent.id}`),
      ]);
      const [left] = await shop.db.run({
        text: "select count(*) as count from discount where parent_discount_id = $1 and deleted_at is null",
        values: [parent.id],
      });
      expect(left).toEqual({ count: 0 });
    }
  });

  it("has no regions of its own", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const child = await aDynamicCode(shop, parent.id);
    for (const answer of [
      await addRegion(child.id, here),
      await removeRegion(child.id, here),
      await shop.admin.post(`/admin/discounts/${child.id}`, { regions: [here] }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    expect(await readDiscount(shop, child.id)).toEqual(child);
  });

  it("is deleted by its code in any case, for its own discount only, and only once", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true });
    const other = await aDiscount(shop, here, { is_dynamic: true });
    const { id, code } = await aDynamicCode(shop, parent.id);
    const remove = (discountId: string, which: string) =>
      shop.admin.delete(`/admin/discounts/${discountId}/dynamic-codes/${which}`);
    expect((await remove(other.id, code)).status).toBe(200);
    expect((await remove(parent.id, "NONE")).status).toBe(200);
    expect((await remove(parent.id, parent.code)).status).toBe(200);
    expect((await readDiscount(shop, id)).code).toBe(code);
    for (const _ of ["first", "second"]) {
      const { status, body } = await remove(parent.id, code.toLowerCase());
      expect(status).toBe(200);
      expect(body.discount).toEqual(await readDiscount(shop, parent.id));
    }
    expect((await shop.admin.get(`/admin/discounts/${id}`)).status).toBe(404);
    expect(await namesAbout(id)).toEqual(["discount.created", "discount.deleted"]);
    expect((await remove("disc_unknown", code)).status).toBe(404);
  });
});

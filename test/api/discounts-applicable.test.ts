import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import {
  type ApplicableDiscount,
  countDiscountUses,
  findApplicableDiscounts,
  normalCode,
} from "../../src/modules/selling/discounts/index.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCustomer, aGroup } from "../support/factories/customers.ts";
import {
  aDiscount,
  aDynamicCode,
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

const find = (codes: string[], customerId: string | null = null): Promise<ApplicableDiscount[]> =>
  inTransaction(shop.db, (tx) => findApplicableDiscounts(tx, { codes, customerId }));

const count = (...ids: string[]) => inTransaction(shop.db, (tx) => countDiscountUses(tx, ids));
const usesOf = async (id: string) => (await readDiscount(shop, id)).usage_count;

describe("discounts by their codes", () => {
  it("come with all that decides whether they can be used", async () => {
    const discount = await aDiscount(shop, here, {
      rule: fiveDollars,
      starts_at: "2001-01-01",
      ends_at: "2099-01-01",
      usage_limit: 9,
      is_disabled: true,
    });
    await setUses(shop, discount.id, 4);
    expect(await find([normalCode(` ${discount.code.toLowerCase()} `)])).toEqual([
      {
        id: discount.id,
        code: discount.code,
        isDisabled: true,
        startsAt: "2001-01-01T00:00:00.000Z",
        endsAt: "2099-01-01T00:00:00.000Z",
        usageLimit: 9,
        usageCount: 4,
        regionIds: [here],
        ruleId: discount.rule_id,
        ruleType: "fixed",
        ruleValue: 500,
        allocation: "total",
        needsCustomerGroup: false,
        customerFits: true,
      },
    ]);
  });

  it("are those that exist and are not deleted, each once", async () => {
    const [a, b, gone] = [
      await aDiscount(shop, here),
      await aDiscount(shop, here),
      await aDiscount(shop, here),
    ];
    await shop.admin.delete(`/admin/discounts/${gone.id}`);
    const found = await find([b.code, a.code, gone.code, "NONE", a.code]);
    expect(found.map(({ id }) => id).sort()).toEqual([a.id, b.id].sort());
    expect(await find([])).toEqual([]);
  });

  it("have the regions of the discount they were made from", async () => {
    const parent = await aDiscount(shop, here, { regions: [here, there], is_dynamic: true, usage_limit: 2 });
    const child = await aDynamicCode(shop, parent.id);
    await setUses(shop, parent.id, 2);
    const [found] = await find([child.code]);
    expect(found).toMatchObject({ id: child.id, ruleId: parent.rule_id, usageLimit: 2, usageCount: 0 });
    expect(found!.regionIds).toEqual([here, there].sort());
    // As another program may leave it: the codes of a deleted discount are valid nowhere.
    await shop.db.run({ text: "update discount set deleted_at = now() where id = $1", values: [parent.id] });
    expect((await find([child.code]))[0]!.regionIds).toEqual([]);
  });

  it("depend on the groups of the customer", async () => {
    const [vip, staff] = [await aGroup(shop), await aGroup(shop)];
    const [member, both, outsider] = [await aCustomer(shop), await aCustomer(shop), await aCustomer(shop)];
    const join = (groupId: string, ...ids: string[]) =>
      shop.admin.post(`/admin/customer-groups/${groupId}/customers/batch`, {
        customer_ids: ids.map((id) => ({ id })),
      });
    await join(vip.id, member.id, both.id);
    await join(staff.id, both.id);
    const forVip = { operator: "in", customer_groups: [vip.id] };
    const notForStaff = { operator: "not_in", customer_groups: [staff.id] };
    const conditioned = (...conditions: unknown[]) =>
      aDiscount(shop, here, { rule: { ...tenPercent, conditions } });
    const cases = [
      { discount: await conditioned(forVip), fitting: [member.id, both.id] },
      { discount: await conditioned(notForStaff), fitting: [member.id, outsider.id, null] },
      { discount: await conditioned(forVip, notForStaff), fitting: [member.id] },
      {
        discount: await conditioned({ operator: "in", customer_groups: [vip.id, staff.id] }),
        fitting: [member.id, both.id],
      },
    ];
    for (const { discount, fitting } of cases) {
      for (const customerId of [member.id, both.id, outsider.id, null]) {
        const [found] = await find([discount.code], customerId);
        expect(found).toMatchObject({
          needsCustomerGroup: true,
          customerFits: fitting.includes(customerId as string),
        });
      }
    }
  });

  it("are not bothered by conditions about products or deleted ones", async () => {
    const group = await aGroup(shop);
    const { id: product } = (await shop.admin.post("/admin/products", { title: "Shirt" })).body.product;
    const discount = await aDiscount(shop, here, {
      rule: {
        ...tenPercent,
        conditions: [
          { operator: "in", customer_groups: [group.id] },
          { operator: "in", products: [product] },
        ],
      },
    });
    await shop.db.run({
      text: "update discount_condition set deleted_at = now() where discount_rule_id = $1 and type = 'customer_groups'",
      values: [discount.rule_id],
    });
    expect(await find([discount.code])).toMatchObject([{ needsCustomerGroup: false, customerFits: true }]);
  });

  it("are found by one statement, however many", async () => {
    const codes = [(await aDiscount(shop, here)).code, (await aDiscount(shop, here)).code];
    const { result, statements } = await countingStatements(shop.db, () => find(codes, "cus_any"));
    expect(result).toHaveLength(2);
    expect(statements).toEqual(["begin", "discount-applicable", "commit"]);
  });
});

describe("uses", () => {
  it("are counted for each discount once, up to the limit", async () => {
    const [free, limited] = [await aDiscount(shop, here), await aDiscount(shop, here, { usage_limit: 2 })];
    await count(free.id, limited.id, limited.id);
    await count(limited.id, free.id);
    await count();
    expect([await usesOf(free.id), await usesOf(limited.id)]).toEqual([2, 2]);
    await expect(count(free.id, limited.id)).rejects.toMatchObject({
      type: "not_allowed",
      code: "discount_usage_limit",
      message: `Discount ${limited.code} has been used maximum allowed times`,
    });
    expect([await usesOf(free.id), await usesOf(limited.id)]).toEqual([2, 2]);
  });

  it("are refused with the codes of all that are used up", async () => {
    const [a, b] = [
      await aDiscount(shop, here, { usage_limit: 1 }),
      await aDiscount(shop, here, { usage_limit: 1 }),
    ];
    await count(a.id, b.id);
    await expect(count(b.id, a.id)).rejects.toThrow(`${a.code}, ${b.code}`);
    await expect(count("disc_unknown")).rejects.toThrow("disc_unknown");
  });

  it("of a dynamic code are its own", async () => {
    const parent = await aDiscount(shop, here, { is_dynamic: true, usage_limit: 1 });
    const [a, b] = [await aDynamicCode(shop, parent.id), await aDynamicCode(shop, parent.id)];
    await count(a.id);
    await count(b.id);
    await expect(count(a.id)).rejects.toThrow(a.code);
    expect([await usesOf(parent.id), await usesOf(a.id), await usesOf(b.id)]).toEqual([0, 1, 1]);
  });

  it("never exceed the limit, with requests at the same moment", async () => {
    const limited = await aDiscount(shop, here, { usage_limit: 5 });
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => count(limited.id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await usesOf(limited.id)).toBe(5);
  });

  it("of several discounts do not wait for each other in a circle", async () => {
    const discounts: string[] = [];
    for (let i = 0; i < 4; i++) discounts.push((await aDiscount(shop, here)).id);
    const orders = Array.from({ length: 24 }, (_, i) => [
      ...discounts.slice(i % 4),
      ...discounts.slice(0, i % 4),
    ]);
    const attempts: string[] = [];
    const { statements } = await countingStatements(shop.db, async () => {
      await Promise.all(
        orders.map((ids) =>
          inTransaction(shop.db, async (tx) => {
            attempts.push("attempt");
            await countDiscountUses(tx, ids);
          }),
        ),
      );
    });
    // A deadlock would show as a transaction that was done again.
    expect(attempts).toHaveLength(orders.length);
    expect(statements.filter((name) => name === "discount-count-uses")).toHaveLength(orders.length);
    for (const id of discounts) expect(await usesOf(id)).toBe(orders.length);
  });

  it("are not lost when the discount is changed at the same moment", async () => {
    const { id } = await aDiscount(shop, here, { usage_limit: 100 });
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => [
        count(id),
        shop.admin.post(`/admin/discounts/${id}`, { metadata: { [`key${i}`]: i } }),
      ]).flat(),
    );
    expect(await usesOf(id)).toBe(6);
  });

  it("are rolled back with the transaction", async () => {
    const { id } = await aDiscount(shop, here);
    const failing = inTransaction(shop.db, async (tx) => {
      await countDiscountUses(tx, [id]);
      throw new Error("no order after all");
    });
    await expect(failing).rejects.toThrow("no order after all");
    expect(await usesOf(id)).toBe(0);
  });
});

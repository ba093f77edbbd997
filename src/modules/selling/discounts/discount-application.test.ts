import { describe, expect, it } from "vitest";
import { type ApplicableDiscount, combinableDiscounts, discountRefusal } from "./discount-application.ts";

const now = new Date("2024-06-15T12:00:00.000Z");
const applying = { regionId: "reg_1", customerId: "cus_1", now };

const aDiscount = (details: Partial<ApplicableDiscount> = {}): ApplicableDiscount => ({
  id: "disc_1",
  code: "SUMMER",
  isDisabled: false,
  startsAt: "2024-06-01T00:00:00.000Z",
  endsAt: null,
  usageLimit: null,
  usageCount: 0,
  regionIds: ["reg_1"],
  ruleId: "dru_1",
  ruleType: "percentage",
  ruleValue: 10,
  allocation: "total",
  needsCustomerGroup: false,
  customerFits: true,
  ...details,
});

const usedUp = { usageLimit: 5, usageCount: 5 };
const notStarted = { startsAt: "2024-06-15T12:00:00.001Z" };
const ended = { endsAt: "2024-06-15T11:59:59.999Z" };
const disabled = { isDisabled: true };
const forMembers = { needsCustomerGroup: true, customerFits: false };
const elsewhere = { regionIds: ["reg_2"] };

describe("a discount", () => {
  it.each([
    ["it has no limits", {}],
    ["its usage limit is not reached", { usageLimit: 5, usageCount: 4 }],
    ["it starts now", { startsAt: now.toISOString() }],
    ["it ends now", { endsAt: now.toISOString() }],
    ["it is for the customer's group", { needsCustomerGroup: true, customerFits: true }],
    ["it is valid in other regions, too", { regionIds: ["reg_2", "reg_1"] }],
  ])("can be used when %s", (_, details) => {
    expect(discountRefusal(aDiscount(details), applying)).toBeNull();
  });

  it("can be used without a customer", () => {
    expect(discountRefusal(aDiscount(), { ...applying, customerId: null })).toBeNull();
  });

  it.each([
    ["has been used up", usedUp, "not_allowed", "Discount SUMMER has been used maximum allowed times"],
    ["has not started", notStarted, "not_allowed", "Discount SUMMER is not valid yet"],
    ["has ended", ended, "not_allowed", "Discount SUMMER is expired"],
    ["is disabled", disabled, "not_allowed", "The discount code SUMMER is disabled"],
    ["is for another region", elsewhere, "invalid_data", "The discount is not available in current region"],
    [
      "is valid nowhere",
      { regionIds: [] },
      "invalid_data",
      "The discount is not available in current region",
    ],
    ["is for other customers", forMembers, "not_allowed", "Discount SUMMER is not valid for customer"],
  ])("that %s is refused", (_, details, type, message) => {
    expect(discountRefusal(aDiscount(details), applying)).toMatchObject({ type, message });
  });

  it("for a group is refused without a customer", () => {
    expect(discountRefusal(aDiscount(forMembers), { ...applying, customerId: null })).toMatchObject({
      type: "not_allowed",
      message: "Discount SUMMER is only valid for specific customer",
    });
  });

  it("is refused for the first of several reasons", () => {
    const reasons = [
      [usedUp, /maximum allowed times/],
      [notStarted, /not valid yet/],
      [ended, /expired/],
      [disabled, /disabled/],
      [forMembers, /only valid for specific customer/],
      [elsewhere, /current region/],
    ] as const;
    for (const [index, [, message]] of reasons.entries()) {
      const details = Object.assign({}, ...reasons.slice(index).map(([each]) => each));
      const refusal = discountRefusal(aDiscount(details), { ...applying, customerId: null });
      expect(refusal?.message).toMatch(message);
    }
    expect(discountRefusal(aDiscount({ ...elsewhere, ...forMembers }), applying)?.message).toMatch(
      /current region/,
    );
  });
});

describe("several discounts", () => {
  const sent = (types: ApplicableDiscount["ruleType"][]) =>
    types.map((ruleType, index) => aDiscount({ code: `${ruleType} ${index}`, ruleType }));
  const codesOf = (discounts: ApplicableDiscount[]) => discounts.map(({ code }) => code);

  it.each([
    [[], []],
    [["percentage"], ["percentage 0"]],
    [["percentage", "fixed"], ["fixed 1"]],
    [["fixed", "percentage", "fixed"], ["fixed 2"]],
    [
      ["free_shipping", "free_shipping"],
      ["free_shipping 0", "free_shipping 1"],
    ],
    [
      ["fixed", "free_shipping", "percentage", "free_shipping"],
      ["free_shipping 1", "percentage 2", "free_shipping 3"],
    ],
  ] as [ApplicableDiscount["ruleType"][], string[]][])(
    "%j are reduced to free shipping and the last of the others",
    (types, applied) => {
      expect(codesOf(combinableDiscounts(sent(types)))).toEqual(applied);
    },
  );
});

import {
  type CustomField,
  type FieldValues,
  valuesOf as fieldValuesOf,
  sentFields,
} from "../../../../data/platform/custom-fields/custom-field.ts";
import type { Api } from "../../../../kit/api/api.ts";
import { fromLocalTime, toLocalTime } from "../../../../kit/inputs/moments.ts";
import { type Discount, readDiscount } from "../discount-queries.ts";
import type { DiscountType } from "../list/discount-search.ts";
import type { EditedCondition } from "./discount-conditions.ts";

export const DURATION_UNITS = ["hours", "days", "weeks", "months"] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

const DESIGNATORS: Record<DurationUnit, [string, string]> = {
  hours: ["PT", "H"],
  days: ["P", "D"],
  weeks: ["P", "W"],
  months: ["P", "M"],
};

/** How long a dynamic code is valid. `stored` is a duration that no single number can say, such as P1DT6H. */
export interface Duration {
  count: number | null;
  unit: DurationUnit;
  stored: string | null;
}

export function durationFrom(text: string | null): Duration {
  for (const unit of DURATION_UNITS) {
    const [before, after] = DESIGNATORS[unit];
    const found = new RegExp(`^${before}(\\d+)${after}$`).exec(text ?? "");
    if (found) return { count: Number(found[1]), unit, stored: null };
  }
  return { count: null, unit: "days", stored: text };
}

export function durationText({ count, unit, stored }: Duration): string | null {
  if (count === null) return stored;
  const [before, after] = DESIGNATORS[unit];
  return `${before}${count}${after}`;
}

/** What the form of a discount holds. */
export interface DiscountValues extends Record<string, unknown> {
  code: string;
  description: string;
  type: DiscountType;
  /** Percent, or an amount of the currency of the region. */
  value: number | null;
  allocation: "total" | "item";
  regions: string[];
  is_dynamic: boolean;
  duration: Duration;
  starts_at: string | null;
  ends_at: string | null;
  usage_limit: number | null;
  conditions: EditedCondition[];
  custom_fields: FieldValues;
}

export const newDiscount = (fields: readonly CustomField[]): DiscountValues => ({
  code: "",
  description: "",
  type: "percentage",
  value: null,
  allocation: "total",
  regions: [],
  is_dynamic: false,
  duration: durationFrom(null),
  starts_at: null,
  ends_at: null,
  usage_limit: null,
  conditions: [],
  custom_fields: fieldValuesOf(fields, null),
});

interface Known {
  conditions: EditedCondition[];
  /** The fields that the shop has declared for discounts. */
  fields: readonly CustomField[];
}

export const valuesOf = (discount: Discount, { conditions, fields }: Known): DiscountValues => ({
  code: discount.code,
  description: discount.rule.description ?? "",
  type: discount.rule.type,
  value: discount.rule.value,
  allocation: discount.rule.allocation ?? "total",
  regions: discount.regions.map(({ id }) => id),
  is_dynamic: discount.is_dynamic,
  duration: durationFrom(discount.valid_duration),
  starts_at: toLocalTime(discount.starts_at),
  ends_at: toLocalTime(discount.ends_at),
  usage_limit: discount.usage_limit,
  conditions,
  custom_fields: fieldValuesOf(fields, discount),
});

/** A new discount like another one: under a code of its own, with conditions of its own, from now on. */
export const copyOf = (values: DiscountValues): DiscountValues => ({
  ...values,
  code: "",
  starts_at: null,
  ends_at: null,
  conditions: values.conditions.map(({ kind, operator, ids }) => ({ kind, operator, ids })),
});

const sentCondition = ({ id, kind, operator, ids }: EditedCondition) => ({
  ...(id && { id }),
  operator,
  [kind]: ids,
});

const startOf = ({ starts_at }: DiscountValues) =>
  starts_at === null ? {} : { starts_at: fromLocalTime(starts_at)! };

const termsOf = (values: DiscountValues) => ({
  code: values.code,
  ...startOf(values),
  ends_at: fromLocalTime(values.ends_at),
  valid_duration: values.is_dynamic ? durationText(values.duration) : null,
  usage_limit: values.usage_limit,
  regions: values.regions,
});

const ruleOf = ({ description, type, value, allocation }: DiscountValues) => ({
  description: description || null,
  value: type === "free_shipping" ? 0 : (value ?? 0),
  allocation,
});

interface Saving {
  api: Api;
  fields: readonly CustomField[];
}

export async function createDiscount({ api, fields }: Saving, values: DiscountValues): Promise<Discount> {
  const body = {
    ...termsOf(values),
    ...sentFields(fields, null, values.custom_fields),
    is_dynamic: values.is_dynamic,
    rule: { ...ruleOf(values), type: values.type, conditions: values.conditions.map(sentCondition) },
  };
  return (await api.POST("/admin/discounts", { body })).data!.discount;
}

/** Conditions that are gone from the form are deleted first: a kind can be there only once with the same operator. */
export async function saveDiscount(
  { api, fields }: Saving,
  discount: Discount,
  values: DiscountValues,
): Promise<Discount> {
  const { id, rule } = discount;
  const kept = new Set(values.conditions.map((condition) => condition.id));
  for (const condition of rule.conditions.filter((each) => !kept.has(each.id))) {
    const path = { discount_id: id, condition_id: condition.id };
    await api.DELETE("/admin/discounts/{discount_id}/conditions/{condition_id}", { params: { path } });
  }
  const body = {
    ...termsOf(values),
    ...sentFields(fields, discount, values.custom_fields),
    rule: { id: rule.id, ...ruleOf(values), conditions: values.conditions.map(sentCondition) },
  };
  await api.POST("/admin/discounts/{id}", { params: { path: { id } }, body });
  return readDiscount(api, id);
}

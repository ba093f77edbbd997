import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { duplicate, invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import { durationOf, endOf } from "./duration.ts";

export interface Discount {
  id: string;
  code: string;
  is_dynamic: boolean;
  is_disabled: boolean;
  rule_id: string;
  /** For a dynamic code, the discount whose rule and regions it uses. */
  parent_discount_id: string | null;
  starts_at: Date;
  ends_at: Date | null;
  /** How long dynamic codes made from this discount are valid. */
  valid_duration: string | null;
  usage_limit: number | null;
  metadata: Metadata | null;
}

/** Null removes the end, the duration or the limit. */
interface Terms {
  code: string;
  is_disabled?: boolean;
  starts_at?: Date;
  ends_at?: Date | null;
  valid_duration?: string | null;
  usage_limit?: number | null;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

export interface NewDiscount extends Terms {
  is_dynamic?: boolean;
}

export type DiscountChanges = Partial<Terms>;

export interface NewDynamicCode {
  code: string;
  metadata?: Metadata;
}

export interface NewIds {
  id: string;
  ruleId: string;
}

/** Codes ignore case and surrounding spaces. */
export const normalCode = (text: string): string => text.trim().toUpperCase();

function codeOf(text: string): string {
  const code = normalCode(text);
  if (code === "") throw invalid("code should not be empty");
  return code;
}

/** Without a start, the end may be in the past. */
export function discountFrom({ id, ruleId }: NewIds, input: NewDiscount, now: Date): Discount {
  const discount: Discount = {
    id,
    code: codeOf(input.code),
    is_dynamic: input.is_dynamic ?? false,
    is_disabled: input.is_disabled ?? false,
    rule_id: ruleId,
    parent_discount_id: null,
    starts_at: input.starts_at ?? now,
    ends_at: input.ends_at ?? null,
    valid_duration: checkedDuration(input.valid_duration ?? null, now),
    usage_limit: input.usage_limit ?? null,
    metadata: input.metadata ?? null,
  };
  return input.starts_at ? checkedPeriod(discount) : discount;
}

export const withChanges = (discount: Discount, changes: DiscountChanges, now: Date): Discount =>
  checkedPeriod({
    ...discount,
    code: changes.code === undefined ? discount.code : codeOf(changes.code),
    is_disabled: changes.is_disabled ?? discount.is_disabled,
    starts_at: changes.starts_at ?? discount.starts_at,
    ends_at: changes.ends_at === undefined ? discount.ends_at : changes.ends_at,
    valid_duration:
      changes.valid_duration === undefined
        ? discount.valid_duration
        : checkedDuration(changes.valid_duration, now),
    usage_limit: changes.usage_limit === undefined ? discount.usage_limit : changes.usage_limit,
    metadata: changes.metadata ? mergedMetadata(discount.metadata, changes.metadata) : discount.metadata,
  });

/** A dynamic code starts now and is valid for the duration of its parent discount. */
export function dynamicCodeFrom(
  id: string,
  parent: Discount,
  { code, metadata, now }: NewDynamicCode & { now: Date },
) {
  // A dynamic code has no regions of its own, so a code of a code would be valid nowhere.
  if (!parent.is_dynamic || parent.parent_discount_id !== null) {
    throw notAllowed("Discount must be set to dynamic");
  }
  const dynamicCode: Discount = {
    id,
    code: codeOf(code),
    is_dynamic: true,
    is_disabled: false,
    rule_id: parent.rule_id,
    parent_discount_id: parent.id,
    starts_at: now,
    ends_at: parent.valid_duration === null ? null : endOfDuration(parent.valid_duration, now),
    valid_duration: null,
    usage_limit: parent.usage_limit,
    metadata: metadata ?? null,
  };
  return dynamicCode;
}

function checkedPeriod(discount: Discount): Discount {
  if (discount.ends_at && discount.ends_at <= discount.starts_at) {
    throw invalid('"ends_at" must be greater than "starts_at"');
  }
  return discount;
}

function checkedDuration(duration: string | null, now: Date): string | null {
  if (duration !== null) endOfDuration(duration, now);
  return duration;
}

const LAST_YEAR = 9999;

function endOfDuration(text: string, start: Date): Date {
  const duration = durationOf(text);
  if (!duration) throw invalid('"valid_duration" must be a valid ISO 8601 duration');
  const end = endOf(duration, start);
  if (!(end > start)) throw invalid('"valid_duration" must be longer than nothing and end some day');
  if (end.getUTCFullYear() > LAST_YEAR) throw invalid('"valid_duration" must end before the year 10000');
  return end;
}

export const unknownDiscount = (id: string) =>
  new Refusal("not_found", `Discount with id ${id} was not found`);

export const unknownCode = (code: string) =>
  new Refusal("not_found", `Discounts with code ${code} was not found`);

export const codeTaken = (code: string) => duplicate(`Discount with code ${code} already exists.`);

import type { Schemas } from "@tradewind/client";
import type { EditedForm } from "../../../kit/form/use-edit-form.ts";

export type Segment = Schemas["Segment"];

/** The rules of a segment, as the server takes them. */
export interface Rules {
  spent?: { currency_code: string; gte?: number; lte?: number };
  orders?: { gte?: number; lte?: number };
  last_order?: Ago;
  countries?: string[];
  tags?: Chosen;
  groups?: Chosen;
  consent?: { channel: "email" | "sms"; is_given: boolean };
  has_account?: boolean;
  signed_up?: Ago;
}

interface Ago {
  within_days?: number;
  before_days?: number;
}

interface Chosen {
  any?: string[];
  none?: string[];
}

/** What the form of a segment holds: empty fields are no rule. */
export type SegmentValues = {
  name: string;
  currency: string;
  spentFrom: number | null;
  spentTo: number | null;
  ordersFrom: number | "";
  ordersTo: number | "";
  lastOrder: When;
  lastOrderDays: number | "";
  signedUp: When;
  signedUpDays: number | "";
  account: "" | "account" | "guest";
  consent: "" | "email_yes" | "email_no" | "sms_yes" | "sms_no";
  countries: string[];
  tagsAny: string[];
  tagsNone: string[];
  groupsAny: string[];
  groupsNone: string[];
};

export type SegmentEdit = EditedForm<SegmentValues>;

type When = "" | "within_days" | "before_days";

const whenOf = (ago: Ago = {}): { when: When; days: number | "" } => {
  if (ago.within_days !== undefined) return { when: "within_days", days: ago.within_days };
  if (ago.before_days !== undefined) return { when: "before_days", days: ago.before_days };
  return { when: "", days: "" };
};

const accountOf = (has?: boolean) => (has === undefined ? "" : has ? "account" : "guest");

export function valuesOf(segment: Segment | null, currency: string): SegmentValues {
  const rules = (segment?.rules ?? {}) as Rules;
  const [last, signed] = [whenOf(rules.last_order), whenOf(rules.signed_up)];
  return {
    name: segment?.name ?? "",
    currency: rules.spent?.currency_code ?? currency,
    spentFrom: rules.spent?.gte ?? null,
    spentTo: rules.spent?.lte ?? null,
    ordersFrom: rules.orders?.gte ?? "",
    ordersTo: rules.orders?.lte ?? "",
    lastOrder: last.when,
    lastOrderDays: last.days,
    signedUp: signed.when,
    signedUpDays: signed.days,
    account: accountOf(rules.has_account),
    consent: rules.consent ? `${rules.consent.channel}_${rules.consent.is_given ? "yes" : "no"}` : "",
    countries: rules.countries ?? [],
    tagsAny: rules.tags?.any ?? [],
    tagsNone: rules.tags?.none ?? [],
    groupsAny: rules.groups?.any ?? [],
    groupsNone: rules.groups?.none ?? [],
  };
}

const isNumber = (value: number | "" | null): value is number => typeof value === "number";

const between = (from: number | "" | null, to: number | "" | null) =>
  isNumber(from) || isNumber(to)
    ? { ...(isNumber(from) && { gte: from }), ...(isNumber(to) && { lte: to }) }
    : undefined;

const chosen = (any: string[], none: string[]): Chosen | undefined =>
  any.length + none.length > 0
    ? { ...(any.length > 0 && { any }), ...(none.length > 0 && { none }) }
    : undefined;

const ago = (when: When, days: number | ""): Ago | undefined =>
  when && isNumber(days) ? { [when]: days } : undefined;

export function rulesOf(values: SegmentValues): Rules {
  const spent = between(values.spentFrom, values.spentTo);
  const [channel, answer] = values.consent.split("_");
  const rules = {
    spent: spent && { currency_code: values.currency, ...spent },
    orders: between(values.ordersFrom, values.ordersTo),
    last_order: ago(values.lastOrder, values.lastOrderDays),
    signed_up: ago(values.signedUp, values.signedUpDays),
    countries: values.countries.length > 0 ? values.countries : undefined,
    tags: chosen(values.tagsAny, values.tagsNone),
    groups: chosen(values.groupsAny, values.groupsNone),
    consent: answer && { channel, is_given: answer === "yes" },
    has_account: values.account ? values.account === "account" : undefined,
  };
  return Object.fromEntries(
    Object.entries(rules).filter(([, rule]) => rule !== undefined && rule !== ""),
  ) as Rules;
}

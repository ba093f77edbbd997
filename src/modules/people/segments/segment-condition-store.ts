import { type RawBuilder, sql } from "kysely";
import type { SegmentRules } from "./segment.ts";

type Part = RawBuilder<boolean>;

/** A person whose data was erased (people/personal-data) is in no segment. */
const IS_CUSTOMER = [
  sql<boolean>`customer.deleted_at is null`,
  sql<boolean>`customer.email not like 'erased-%@erased.invalid'`,
];

/** The rules as a condition on a row of `customer`. Values are parameters. */
export const matchesRules = (rules: SegmentRules): Part =>
  sql<boolean>`(${sql.join([...IS_CUSTOMER, ...partsOf(rules)], sql` and `)})`;

const figures = (condition: RawBuilder<unknown>): Part =>
  sql<boolean>`exists (select from tradewind.customer_figures figures
    where figures.customer_id = customer.id and ${condition})`;

const spent = (currency: string, condition: RawBuilder<unknown>): Part =>
  sql<boolean>`exists (select from tradewind.customer_spent spent
    where spent.customer_id = customer.id and spent.currency_code = ${currency} and ${condition})`;

const not = (part: Part): Part => sql<boolean>`not ${part}`;

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::integer)`;

const tagged = (ids: string[]): Part =>
  sql<boolean>`exists (select from tradewind.tagged_customer tagged
    where tagged.customer_id = customer.id and tagged.tag_id = any(${ids}::text[]))`;

const grouped = (ids: string[]): Part =>
  sql<boolean>`exists (select from customer_group_customers member
    where member.customer_id = customer.id and member.customer_group_id = any(${ids}::text[]))`;

/** The country of the last order, or of an address in the book. */
const from = (codes: string[]): Part =>
  sql<boolean>`(${figures(sql`figures.country_code = any(${codes}::text[])`)}
    or exists (select from address where address.customer_id = customer.id and address.deleted_at is null
      and lower(address.country_code) = any(${codes}::text[])))`;

const consented = (channel: string): Part =>
  sql<boolean>`exists (select from tradewind.consent consent
    where consent.customer_id = customer.id and consent.channel = ${channel} and consent.is_given)`;

/* A customer without orders has no row of figures: "at least 0" is true for all, "at most" is "not more than". */
function partsOf(rules: SegmentRules): Part[] {
  const { orders, last_order, countries, tags, groups, consent, has_account, signed_up } = rules;
  return [
    ...(rules.spent ? spentParts(rules.spent) : []),
    ...(orders?.gte ? [figures(sql`figures.orders >= ${orders.gte}`)] : []),
    ...(orders?.lte !== undefined ? [not(figures(sql`figures.orders > ${orders.lte}`))] : []),
    ...(last_order?.within_days !== undefined
      ? [figures(sql`figures.last_order_at >= ${daysAgo(last_order.within_days)}`)]
      : []),
    ...(last_order?.before_days !== undefined
      ? [figures(sql`figures.last_order_at < ${daysAgo(last_order.before_days)}`)]
      : []),
    ...(countries ? [from(countries)] : []),
    ...(tags?.any ? [tagged(tags.any)] : []),
    ...(tags?.none ? [not(tagged(tags.none))] : []),
    ...(groups?.any ? [grouped(groups.any)] : []),
    ...(groups?.none ? [not(grouped(groups.none))] : []),
    ...(consent ? [consent.is_given ? consented(consent.channel) : not(consented(consent.channel))] : []),
    ...(has_account !== undefined ? [sql<boolean>`customer.has_account = ${has_account}`] : []),
    ...(signed_up?.within_days !== undefined
      ? [sql<boolean>`customer.created_at >= ${daysAgo(signed_up.within_days)}`]
      : []),
    ...(signed_up?.before_days !== undefined
      ? [sql<boolean>`customer.created_at < ${daysAgo(signed_up.before_days)}`]
      : []),
  ];
}

const spentParts = ({ currency_code: currency, gte, lte }: NonNullable<SegmentRules["spent"]>): Part[] => [
  ...(gte ? [spent(currency, sql`spent.amount >= ${gte}`)] : []),
  ...(lte !== undefined ? [not(spent(currency, sql`spent.amount > ${lte}`))] : []),
];

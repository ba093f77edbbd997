import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { type ApplicableDiscount, type LapsedDiscount, lapsedRefusal } from "./discount-application.ts";

type Found = Omit<ApplicableDiscount, "startsAt" | "endsAt"> & { startsAt: Date; endsAt: Date | null };

const groupConditions = sql`discount_condition condition
  where condition.discount_rule_id = rule.id and condition.type = 'customer_groups'
    and condition.deleted_at is null`;

// A dynamic code can be used while it holds itself, and while the discount that it was made from does.
const isDisabled = sql`(discount.is_disabled or coalesce(parent.is_disabled or parent.deleted_at is not null, false))`;
const startsAt = sql`greatest(discount.starts_at, parent.starts_at)`;
const endsAt = sql`least(discount.ends_at, parent.ends_at)`;

const applicable = compiledSql(
  "discount-applicable",
  (p: { codes: string[]; customerId: string | null }) => sql<Found>`
    select discount.id, discount.code, ${isDisabled} as "isDisabled",
      ${startsAt} as "startsAt", ${endsAt} as "endsAt",
      discount.usage_limit as "usageLimit", discount.usage_count as "usageCount",
      array(select link.region_id from discount_regions link
        join discount owner on owner.id = link.discount_id and owner.deleted_at is null
        where link.discount_id = coalesce(discount.parent_discount_id, discount.id)
        order by link.region_id) as "regionIds",
      rule.id as "ruleId", rule.type as "ruleType", rule.value as "ruleValue", rule.allocation,
      exists (select 1 from ${groupConditions}) as "needsCustomerGroup",
      not exists (select 1 from ${groupConditions}
        and (condition.operator = 'in') <> exists (
          select 1 from discount_condition_customer_group named
          join customer_group_customers member on member.customer_group_id = named.customer_group_id
          join customer known on known.id = member.customer_id and known.has_account
          where named.condition_id = condition.id and member.customer_id = ${p.customerId}::text
        )) as "customerFits"
    from discount join discount_rule rule on rule.id = discount.rule_id
      left join discount parent on parent.id = discount.parent_discount_id
    where discount.code = any(${p.codes}::text[]) and discount.deleted_at is null`,
);

// Two orders that use the same discounts must not wait for each other in a circle: rows are locked by id. A statement of its
// own: what was changed while this one waited is seen by the next.
const lock = compiledWrite<{ ids: string[] }>(
  "discount-lock-for-use",
  {},
  (p) => sql`select id from discount where id = any(${p.ids}::text[]) order by id for no key update`,
);

const lapsesOf = (ids: string[]) => sql`
  select named.id, discount.code, case
      when discount.id is null or discount.deleted_at is not null or ${isDisabled} then 'disabled'
      when ${startsAt} > now() then 'not started'
      when ${endsAt} < now() then 'ended'
      when discount.usage_count >= discount.usage_limit then 'used up'
    end::text as lapse
  from unnest(${ids}::text[]) named(id)
    left join discount on discount.id = named.id
    left join discount parent on parent.id = discount.parent_discount_id`;

const findLapsed = compiledSql(
  "discount-find-lapsed",
  (p: { ids: string[] }) => sql<LapsedDiscount>`
    with wanted as (${lapsesOf(p.ids)}) select id, code, lapse from wanted where lapse is not null order by id`,
);

const count = compiledReturningWrite(
  "discount-count-uses",
  { updates: ["discount"] },
  (p: { ids: string[] }) => sql<LapsedDiscount>`
    with wanted as (${lapsesOf(p.ids)}), counted as (
      update discount set usage_count = usage_count + 1, updated_at = now() from wanted
      where discount.id = wanted.id and wanted.lapse is null
    )
    select id, code, lapse from wanted where lapse is not null order by id`,
);

/** Those of the codes that exist, in no particular order. Codes are given as they are stored: see `normalCode`. */
export async function findApplicableDiscounts(
  on: Connection,
  wanted: { codes: string[]; customerId: string | null },
): Promise<ApplicableDiscount[]> {
  const found = await applicable(on, wanted);
  return found.map((discount) => ({
    ...discount,
    startsAt: discount.startsAt.toISOString(),
    endsAt: discount.endsAt?.toISOString() ?? null,
  }));
}

/**
 * Each of the discounts is used once more, or none of them is: one that is used up, disabled, over or not begun stops them
 * all. Looks at the time of the database, whatever was read of the discounts before.
 */
export async function countDiscountUses(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const distinct = [...new Set(ids)];
  await lock(tx, { ids: distinct });
  const lapsed = await count(tx, { ids: distinct });
  if (lapsed.length > 0) throw lapsedRefusal(lapsed);
}

/** The same refusal before anything is written, so that no customer is asked to pay first. */
export async function refuseLapsedDiscounts(on: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const lapsed = await findLapsed(on, { ids: [...new Set(ids)] });
  if (lapsed.length > 0) throw lapsedRefusal(lapsed);
}

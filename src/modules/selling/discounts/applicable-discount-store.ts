import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { type ApplicableDiscount, type LapsedDiscount, lapsedRefusal } from "./discount-application.ts";
import { productIsEligible } from "./discounts-graph.ts";

type Found = Omit<ApplicableDiscount, "startsAt" | "endsAt"> & { startsAt: Date; endsAt: Date | null };

const groupConditions = sql`discount_condition condition
  where condition.discount_rule_id = rule.id and condition.type = 'customer_groups'
    and condition.deleted_at is null`;

// A dynamic code is valid while both the code and its parent discount are valid.
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

// Locks by id to avoid deadlocks between orders. A separate statement, so that the next one sees the changes that this one
// waited for.
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
    with requested as (${lapsesOf(p.ids)}) select id, code, lapse from requested where lapse is not null order by id`,
);

const count = compiledReturningWrite(
  "discount-count-uses",
  { updates: ["discount"] },
  (p: { ids: string[] }) => sql<LapsedDiscount>`
    with requested as (${lapsesOf(p.ids)}), counted as (
      update discount set usage_count = usage_count + 1, updated_at = now() from requested
      where discount.id = requested.id and requested.lapse is null
    )
    select id, code, lapse from requested where lapse is not null order by id`,
);

/** The existing discounts, in no particular order. Codes must be normalized: see `normalCode`. */
export async function findApplicableDiscounts(
  on: Connection,
  request: { codes: string[]; customerId: string | null },
): Promise<ApplicableDiscount[]> {
  const found = await applicable(on, request);
  return found.map((discount) => ({
    ...discount,
    startsAt: discount.startsAt.toISOString(),
    endsAt: discount.endsAt?.toISOString() ?? null,
  }));
}

/**
 * Increments the usage count of all discounts, or of none if one is used up, disabled, expired or not started. Checks the
 * current rows with the time of the database.
 */
export async function countDiscountUses(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const distinct = [...new Set(ids)];
  await lock(tx, { ids: distinct });
  const lapsed = await count(tx, { ids: distinct });
  if (lapsed.length > 0) throw lapsedRefusal(lapsed);
}

/** The same refusal before the payment, so that no customer pays in vain. */
export async function refuseLapsedDiscounts(on: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const lapsed = await findLapsed(on, { ids: [...new Set(ids)] });
  if (lapsed.length > 0) throw lapsedRefusal(lapsed);
}

const eligible = compiledSql<{ ruleId: string; productIds: string[] }, { id: string }>(
  "discount-eligible-products",
  (p) => sql<{ id: string }>`
    select requested.id from unnest(${p.productIds}::text[]) requested(id), (select ${p.ruleId}::text as id) rule
    where ${sql.raw(productIsEligible("rule.id", "requested.id"))}`,
);

/** The products that meet all conditions of the rule. */
export async function findEligibleProducts(
  on: Connection,
  request: { ruleId: string; productIds: string[] },
): Promise<Set<string>> {
  if (request.productIds.length === 0) return new Set();
  return new Set((await eligible(on, request)).map(({ id }) => id));
}

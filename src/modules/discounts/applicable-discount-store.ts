import { sql } from "kysely";
import type { Connection, Tx } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";
import { notAllowed } from "../../kernel/refusal.ts";
import type { ApplicableDiscount } from "./discount-application.ts";

type Found = Omit<ApplicableDiscount, "startsAt" | "endsAt"> & { startsAt: Date; endsAt: Date | null };

const groupConditions = sql`discount_condition condition
  where condition.discount_rule_id = rule.id and condition.type = 'customer_groups'
    and condition.deleted_at is null`;

const applicable = compiledSql(
  "discount-applicable",
  (p: { codes: string[]; customerId: string | null }) => sql<Found>`
    select discount.id, discount.code, discount.is_disabled as "isDisabled",
      discount.starts_at as "startsAt", discount.ends_at as "endsAt",
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
    where discount.code = any(${p.codes}::text[]) and discount.deleted_at is null`,
);

// Two orders that use the same discounts must not wait for each other: rows are locked by id, then counted.
const count = compiledSql(
  "discount-count-uses",
  (p: { ids: string[] }) => sql<{ id: string; code: string | null }>`
    with locked as (
      select id, code from discount where id = any(${p.ids}::text[]) order by id for no key update
    ), counted as (
      update discount set usage_count = usage_count + 1, updated_at = now() from locked
      where discount.id = locked.id and (usage_limit is null or usage_count < usage_limit)
      returning discount.id
    )
    select wanted.id, locked.code from unnest(${p.ids}::text[]) wanted(id)
    left join locked on locked.id = wanted.id
    where not exists (select 1 from counted where counted.id = wanted.id)
    order by wanted.id`,
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

/** Each of the discounts is used once more, or none of them is: one that has been used up stops them all. */
export async function countDiscountUses(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const usedUp = await count(tx, { ids: [...new Set(ids)] });
  if (usedUp.length === 0) return;
  const codes = usedUp.map(({ id, code }) => code ?? id).join(", ");
  throw notAllowed(`Discount ${codes} has been used maximum allowed times`, "discount_usage_limit");
}

import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { BEGUN, type Step } from "./first-run.ts";

/** The steps that the database shows, and what decides whether the list is shown. */
export interface FirstRunFacts extends Record<Exclude<Step, "mail">, boolean> {
  orders: number;
  is_hidden: boolean | null;
  has_demo: boolean;
}

// The name of a new shop, of v1's and ours. The demo has one of its own.
const NEW_NAMES = sql.lit("{Tradewind Store,Tradewind Outfitters,Medusa Store}");

const read = compiledSql<object, FirstRunFacts>(
  "first-run-facts",
  () => sql<FirstRunFacts>`with shop as (select name, default_currency_code from public.store order by created_at, id limit 1)
    select
      coalesce((select name <> all(${NEW_NAMES}::text[]) and name <> '' from shop), false) as name,
      exists (select from public.region join shop on shop.default_currency_code = region.currency_code
        where region.deleted_at is null) as currency,
      exists (select from public.region join public.country on country.region_id = region.id
        where region.deleted_at is null) as region,
      exists (select from public.tax_rate) or exists (select from public.region
        where deleted_at is null and (tax_rate > 0 or tax_provider_id is not null)) as tax,
      exists (select from public.shipping_option
        where deleted_at is null and not is_return and not admin_only) as shipping,
      exists (select from public.region_payment_providers offered
        join public.region on region.id = offered.region_id and region.deleted_at is null
        join public.payment_provider provider on provider.id = offered.provider_id and provider.is_installed) as payment,
      exists (select from public.product where deleted_at is null and status = 'published') as product,
      (select count(*) > 1 from (select from public."user" where deleted_at is null limit 2) members)
        or exists (select from public.invite where deleted_at is null) as team,
      exists (select from public."order" where metadata -> 'demo' is null) as order,
      (select count(*)::integer from (select from public."order" where metadata -> 'demo' is null
        limit ${sql.lit(BEGUN)}) counted) as orders,
      (select is_hidden from tradewind.first_run) as is_hidden,
      exists (select from tradewind.setting where key = 'demo' and value ->> 'state' <> 'discarded') as has_demo`,
);

export async function readFirstRun(on: Connection): Promise<FirstRunFacts> {
  const [facts] = await read(on, {});
  return facts!;
}

const save = compiledReturningWrite<{ isHidden: boolean }, unknown>(
  "first-run-save",
  { inserts: ["tradewind.first_run"], updates: ["tradewind.first_run"] },
  (p) => sql`insert into tradewind.first_run (is_hidden) values (${p.isHidden})
    on conflict (id) do update set is_hidden = excluded.is_hidden, updated_at = now()`,
);

export async function saveHidden(tx: Tx, isHidden: boolean): Promise<void> {
  await save(tx, { isHidden });
}

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { differentRegions, type TargetKind, type TaxRate } from "./tax-rate.ts";

interface RateTargets {
  rateId: string;
  ids: string[];
}

interface TargetTables {
  label: string;
  table: string;
  link: string;
}

const statementsFor = ({ label, table, link }: TargetTables) => {
  // The three kinds of tables have the same columns, so the types of one are used for all.
  const targets = table as "product";
  const links = link as "product_tax_rate";
  const column = `${table}_id` as "product_id";
  return {
    label,
    missing: compiled(`tax-rate-missing-${table}`, (db, p: { ids: string[] }) =>
      db
        .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"requested">(sql`requested(id)`))
        .select("requested.id")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom(targets)
                .select(`${targets}.id`)
                .whereRef(`${targets}.id`, "=", "requested.id")
                .where(`${targets}.deleted_at`, "is", null),
            ),
          ),
        )
        .orderBy("requested.id")
        .limit(1),
    ),
    add: compiled(`tax-rate-add-${table}`, (db, p: RateTargets) =>
      db
        .insertInto(links)
        .columns(["rate_id", column, "created_at"])
        .expression((from) =>
          from
            .selectFrom(
              sql<{ id: string; place: number }>`unnest(${p.ids}::varchar[]) with ordinality`.as<"requested">(
                sql`requested(id, place)`,
              ),
            )
            .select([sql<string>`${p.rateId}::varchar`.as("rate_id"), "requested.id"])
            .select(sql<Date>`now() + requested.place * interval '1 microsecond'`.as("created_at"))
            // A fixed order, so that two requests cannot deadlock.
            .orderBy("requested.id"),
        )
        .onConflict((conflict) => conflict.doNothing()),
    ),
    remove: compiled(`tax-rate-remove-${table}`, (db, p: RateTargets) =>
      db
        .deleteFrom(links)
        .where("rate_id", "=", p.rateId)
        .where(sql<boolean>`${sql.ref(column)} = any(${p.ids})`),
    ),
    removeOthers: compiled(`tax-rate-remove-other-${table}`, (db, p: RateTargets) =>
      db
        .deleteFrom(links)
        .where("rate_id", "=", p.rateId)
        .where(sql<boolean>`not ${sql.ref(column)} = any(${p.ids})`),
    ),
  };
};

const statements: Record<TargetKind, ReturnType<typeof statementsFor>> = {
  products: statementsFor({ label: "Product", table: "product", link: "product_tax_rate" }),
  product_types: statementsFor({
    label: "Product type",
    table: "product_type",
    link: "product_type_tax_rate",
  }),
  shipping_options: statementsFor({
    label: "Shipping option",
    table: "shipping_option",
    link: "shipping_tax_rate",
  }),
};

const optionOfOtherRegion = compiled(
  "tax-rate-foreign-shipping-option",
  (db, p: { id: string; regionId: string }) =>
    db
      .selectFrom("shipping_tax_rate as link")
      .innerJoin("shipping_option as option", "option.id", "link.shipping_option_id")
      .select(["option.id", "option.region_id"])
      .where("link.rate_id", "=", p.id)
      .where("option.region_id", "<>", p.regionId)
      .where("option.deleted_at", "is", null)
      .orderBy("option.id")
      .limit(1),
);

interface TargetChange {
  rateId: string;
  kind: TargetKind;
  ids: readonly string[];
}

/** Targets that the rate already has are ignored. */
export async function addTargets(tx: Tx, { rateId, kind, ids }: TargetChange): Promise<void> {
  const { missing, label, add } = statements[kind];
  const uniqueIds = [...new Set(ids)];
  const [unknown] = await missing(tx, { ids: uniqueIds });
  if (unknown) throw notFound(label, unknown.id);
  await add(tx, { rateId, ids: uniqueIds });
}

export async function removeTargets(tx: Tx, { rateId, kind, ids }: TargetChange): Promise<void> {
  await statements[kind].remove(tx, { rateId, ids: [...ids] });
}

export async function replaceTargets(tx: Tx, change: TargetChange): Promise<void> {
  await addTargets(tx, change);
  await statements[change.kind].removeOthers(tx, { rateId: change.rateId, ids: [...change.ids] });
}

/** Refuses a shipping option of another region than the rate's. */
export async function checkRegionOfOptions(tx: Tx, taxRate: TaxRate): Promise<void> {
  const [option] = await optionOfOtherRegion(tx, { id: taxRate.id, regionId: taxRate.region_id });
  if (option) throw differentRegions(taxRate, option);
}

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { otherRegion, type TargetKind, type TaxRate } from "./tax-rate.ts";

interface RateTargets {
  rateId: string;
  ids: string[];
}

interface Kind {
  what: string;
  table: string;
  link: string;
}

const statementsFor = ({ what, table, link }: Kind) => {
  // The three kinds have tables of the same form; the types of one stand for all.
  const targets = table as "product";
  const links = link as "product_tax_rate";
  const column = `${table}_id` as "product_id";
  return {
    what,
    missing: compiled(`tax-rate-missing-${table}`, (db, p: { ids: string[] }) =>
      db
        .selectFrom(sql<{ id: string }>`unnest(${p.ids}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select("wanted.id")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom(targets)
                .select(`${targets}.id`)
                .whereRef(`${targets}.id`, "=", "wanted.id")
                .where(`${targets}.deleted_at`, "is", null),
            ),
          ),
        )
        .orderBy("wanted.id")
        .limit(1),
    ),
    add: compiled(`tax-rate-add-${table}`, (db, p: RateTargets) =>
      db
        .insertInto(links)
        .columns(["rate_id", column, "created_at"])
        .expression((from) =>
          from
            .selectFrom(
              sql<{ id: string; place: number }>`unnest(${p.ids}::varchar[]) with ordinality`.as<"wanted">(
                sql`wanted(id, place)`,
              ),
            )
            .select([sql<string>`${p.rateId}::varchar`.as("rate_id"), "wanted.id"])
            .select(sql<Date>`now() + wanted.place * interval '1 microsecond'`.as("created_at"))
            // In one order, so that two requests do not wait for each other.
            .orderBy("wanted.id"),
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
  products: statementsFor({ what: "Product", table: "product", link: "product_tax_rate" }),
  product_types: statementsFor({
    what: "Product type",
    table: "product_type",
    link: "product_type_tax_rate",
  }),
  shipping_options: statementsFor({
    what: "Shipping option",
    table: "shipping_option",
    link: "shipping_tax_rate",
  }),
};

const abroad = compiled("tax-rate-foreign-shipping-option", (db, p: { id: string; regionId: string }) =>
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

interface Change {
  rateId: string;
  kind: TargetKind;
  ids: readonly string[];
}

/** What the rate is for already, stays. */
export async function addTargets(tx: Tx, { rateId, kind, ids }: Change): Promise<void> {
  const { missing, what, add } = statements[kind];
  const wanted = [...new Set(ids)];
  const [unknown] = await missing(tx, { ids: wanted });
  if (unknown) throw notFound(what, unknown.id);
  await add(tx, { rateId, ids: wanted });
}

export async function removeTargets(tx: Tx, { rateId, kind, ids }: Change): Promise<void> {
  await statements[kind].remove(tx, { rateId, ids: [...ids] });
}

export async function replaceTargets(tx: Tx, change: Change): Promise<void> {
  await addTargets(tx, change);
  await statements[change.kind].removeOthers(tx, { rateId: change.rateId, ids: [...change.ids] });
}

/** A shipping option and its rates belong to one region. */
export async function checkRegionOfOptions(tx: Tx, taxRate: TaxRate): Promise<void> {
  const [option] = await abroad(tx, { id: taxRate.id, regionId: taxRate.region_id });
  if (option) throw otherRegion(taxRate, option);
}

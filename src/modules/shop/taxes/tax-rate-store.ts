import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { differentRegions, type TargetKind, type TaxRate, taxRateNotFound } from "./tax-rate.ts";

const insert = compiled("tax-rate-insert", (db, p: TaxRate) =>
  db
    .insertInto("tax_rate")
    .values({ id: p.id, name: p.name, code: p.code, rate: p.rate, region_id: p.region_id }),
);

const update = compiled("tax-rate-update", (db, p: TaxRate) =>
  db
    .updateTable("tax_rate")
    .set({ name: p.name, code: p.code, rate: p.rate, region_id: p.region_id, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiled("tax-rate-lock", (db, p: { id: string }) =>
  db
    .selectFrom("tax_rate")
    .select(["id", "name", "code", "rate", "region_id"])
    .where("id", "=", p.id)
    .forNoKeyUpdate(),
);

const remove = compiled("tax-rate-delete", (db, p: { id: string }) =>
  db.deleteFrom("tax_rate").where("id", "=", p.id).returning("id"),
);

export async function insertTaxRate(tx: Tx, taxRate: TaxRate): Promise<void> {
  await insert(tx, taxRate);
}

export async function lockTaxRate(tx: Tx, id: string): Promise<TaxRate> {
  const [found] = await lock(tx, { id });
  if (!found) throw taxRateNotFound(id);
  return found;
}

export async function saveTaxRate(tx: Tx, taxRate: TaxRate): Promise<void> {
  await update(tx, taxRate);
}

/** Foreign keys delete the links to products, types and shipping options. */
export async function deleteTaxRateRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  return { existed: (await remove(tx, { id })).length > 0 };
}

const owner = "rate_id";
// They are listed in the order in which they were sent.
const place = {
  column: "created_at",
  value: sql`now() + place * interval '1 microsecond'`,
  isUpdated: false,
} as const;

const targets = {
  products: {
    label: "Product",
    missing: missingIds("product"),
    links: linkTable("product_tax_rate", { owner, other: "product_id", place }),
  },
  product_types: {
    label: "Product type",
    missing: missingIds("product_type"),
    links: linkTable("product_type_tax_rate", { owner, other: "product_type_id", place }),
  },
  shipping_options: {
    label: "Shipping option",
    missing: missingIds("shipping_option"),
    links: linkTable("shipping_tax_rate", { owner, other: "shipping_option_id", place }),
  },
} satisfies Record<TargetKind, unknown>;

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
  const { missing, label, links } = targets[kind];
  const [unknown] = await missing(tx, [...ids].sort());
  if (unknown !== undefined) throw notFound(label, unknown);
  await links.add(tx, rateId, ids);
}

export async function removeTargets(tx: Tx, { rateId, kind, ids }: TargetChange): Promise<void> {
  await targets[kind].links.remove(tx, rateId, ids);
}

export async function replaceTargets(tx: Tx, change: TargetChange): Promise<void> {
  await addTargets(tx, change);
  await targets[change.kind].links.removeOthers(tx, change.rateId, change.ids);
}

/** Refuses a shipping option of another region than the rate's. */
export async function checkRegionOfOptions(tx: Tx, taxRate: TaxRate): Promise<void> {
  const [option] = await optionOfOtherRegion(tx, { id: taxRate.id, regionId: taxRate.region_id });
  if (option) throw differentRegions(taxRate, option);
}

import { ADOPTION_SCHEMA, ADOPTION_UNDO, createAdoptionState } from "../../../src/db/adoption.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** From here on v1 may run on the same database, as after `tradewind adopt --yes`. */
export const runBesideV1 = ({ db }: Pick<TestShop, "db">) =>
  db.pool.query(
    `${createAdoptionState};
     create table ${ADOPTION_UNDO} (seq bigint generated always as identity, statement text not null)`,
  );

/** Beside a v1 that has the feature tax_inclusive_pricing switched off. */
export async function runBesideV1WithoutTaxColumns(shop: Pick<TestShop, "db">): Promise<void> {
  await runBesideV1(shop);
  await shop.db.pool.query(
    `insert into ${ADOPTION_UNDO} (statement) values ('alter table public."region" drop column "includes_tax"')`,
  );
}

/** As after `tradewind adopt --finish`. */
export const finishAdoption = ({ db }: Pick<TestShop, "db">) =>
  db.pool.query(`drop schema if exists ${ADOPTION_SCHEMA} cascade`);

import { ADOPTION_SCHEMA, createAdoptionState } from "../../src/db/adoption.ts";
import type { TestShop } from "./app.ts";

/** From here on v1 may run on the same database, as after `tradewind adopt --yes`. */
export const runBesideV1 = ({ db }: Pick<TestShop, "db">) => db.pool.query(createAdoptionState);

/** As after `tradewind adopt --finish`. */
export const finishAdoption = ({ db }: Pick<TestShop, "db">) =>
  db.pool.query(`drop schema if exists ${ADOPTION_SCHEMA} cascade`);

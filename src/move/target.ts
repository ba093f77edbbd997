import type pg from "pg";
import {
  contentOf,
  contentProblem,
  type DatabaseContent,
  MOVE_SCHEMA,
  MOVE_STATE,
} from "../db/schema/database-content.ts";
import { migrationObstacle } from "../db/schema/rights.ts";
import { majorVersionOf, versionProblem } from "../db/schema/server-version.ts";
import { MoveProblem, rowsOf } from "./connection.ts";

// Any number, as long as all versions of the code agree on it.
const LOCK = 5_331_907_214;

const ENCODING =
  "select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()";

interface Expected {
  shop: string;
  isRepeated: boolean;
}

/** Whether nothing is left to do. Refuses a database that a shop cannot be moved to. Changes nothing. */
export async function isComplete(target: pg.Client, { shop, isRepeated }: Expected): Promise<boolean> {
  const query = (text: string) => target.query(text);
  const tooOld = versionProblem(await majorVersionOf(query));
  if (tooOld) throw new MoveProblem(tooOld);
  await refuseSecondMove(target);
  const content = await contentOf(query);
  if (content.kind === "shop" && isRepeated) return true;
  if (content.kind === "unfinished move") await refuseOtherShop(target, shop);
  else await refuseUnusable(content, target);
  return false;
}

async function refuseUnusable(content: DatabaseContent, target: pg.Client): Promise<void> {
  if (content.kind === "shop") throw new MoveProblem("this database has a shop already; create an empty one");
  const [{ encoding } = { encoding: "" }] = await rowsOf<{ encoding: string }>(target, ENCODING);
  if (encoding !== "UTF8") {
    throw new MoveProblem(`the encoding of this database is ${encoding}; create one with ENCODING 'UTF8'`);
  }
  const obstacle = contentProblem(content) ?? (await migrationObstacle((text) => target.query(text)));
  if (obstacle) throw new MoveProblem(obstacle);
}

/** The lock ends with the connection. A server needs a moment to notice that the process of a connection was killed. */
async function refuseSecondMove(target: pg.Client): Promise<void> {
  try {
    await target.query("set lock_timeout to '10s'");
    await target.query("select pg_advisory_lock($1)", [LOCK]);
    await target.query("set lock_timeout to 0");
  } catch (error) {
    if ((error as { code?: string }).code !== "55P03") throw error;
    throw new MoveProblem("another move to this database is running");
  }
}

async function refuseOtherShop(target: pg.Client, shop: string): Promise<void> {
  const [state] = await rowsOf<{ shop: string }>(target, `select shop from ${MOVE_STATE}`);
  if (state?.shop === shop) return;
  throw new MoveProblem("this database has a part of another shop, whose move was interrupted");
}

/** Until `unmark`, no command but the same move uses the database. */
export async function mark(target: pg.Client, shop: string): Promise<void> {
  const [found] = await rowsOf(target, `select where to_regclass('${MOVE_STATE}') is not null`);
  if (found) return;
  await target.query("begin");
  await target.query(`create schema ${MOVE_SCHEMA}`);
  await target.query(
    `create table ${MOVE_STATE} (shop text not null, begun_at timestamptz not null default now())`,
  );
  await target.query(`insert into ${MOVE_STATE} (shop) values ($1)`, [shop]);
  await target.query("commit");
}

export const unmark = (target: pg.Client) => target.query(`drop schema ${MOVE_SCHEMA} cascade`);

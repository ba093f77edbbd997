import type { Db } from "../../../src/db/database.ts";
import type { SoakServer } from "../fleet.ts";
import type { Memory } from "../memory.ts";
import type { OutsideWorld } from "../outside-world.ts";
import type { Stock } from "../stock.ts";

/** What the invariants are checked on, while nobody does anything. */
export interface Scene {
  db: Db;
  memory: Memory;
  stock: Stock;
  outside: OutsideWorld;
  servers: readonly SoakServer[];
  adminHeaders: Record<string, string>;
  /** Events that arrived at the webhook and were taken. */
  arrived: ReadonlySet<string>;
}

/** What is wrong; nothing where all is well. */
export type Invariant = (scene: Scene) => Promise<string[]>;

export const rows = <Row>(db: Db, text: string, ...values: unknown[]): Promise<Row[]> =>
  db.run<Row>({ text, values });

/** Each row is something that must not be. */
export async function noRows(db: Db, what: string, text: string, ...values: unknown[]): Promise<string[]> {
  const found = await rows<Record<string, unknown>>(db, text, ...values);
  return found.slice(0, 5).map((row) => `${what}: ${JSON.stringify(row)}`);
}

import pg from "pg";
import { readObjects } from "../src/db/migrations/schema-objects.ts";

/** The file that `tradewind doctor` compares a database with. */
export async function schemaObjects(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { constraints, indexes, triggers } = await readObjects((text) => client.query(text));
    const states = triggers.filter((each) => !each.isInternal).map(({ label, state }) => [label, state]);
    return `${JSON.stringify({ constraints, indexes, triggers: Object.fromEntries(states) }, null, 1)}\n`;
  } finally {
    await client.end();
  }
}

import { randomBytes } from "node:crypto";
import pg from "pg";
import { queryRows } from "./query-rows.ts";

/** A role beside the owner of a database. It may do nothing at first. */
export interface OtherRole {
  name: string;
  /** Runs statements with its rights. */
  run<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** With everything that it has made and was granted in the database. */
  drop(): Promise<void>;
}

export async function otherRole(url: string): Promise<OtherRole> {
  const name = `erp_${randomBytes(6).toString("hex")}`;
  await queryRows(url, `create role ${name} login`);
  return {
    name,
    async run<Row>(text: string) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(`set session authorization ${name}`);
        return (await client.query(text)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    drop: async () => {
      await queryRows(url, `drop owned by ${name} cascade; drop role ${name}`);
    },
  };
}

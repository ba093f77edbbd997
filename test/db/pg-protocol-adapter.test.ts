import { readdirSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { serialize } from "pg-protocol";
import { describe, expect } from "vitest";
import {
  activeQueryOf,
  type PgQuery,
  prepareValue,
  serverProcessId,
  socketOf,
  submitQuery,
  withErrorCode,
} from "../../src/db/connections/pg-protocol-adapter.ts";
import { openDatabase } from "../../src/db/database.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const installed = (name: string): string =>
  JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;

/** Fails with the name of the member, so that an upgrade shows at once what is missing. */
const mustHave = (isThere: boolean, member: string) =>
  expect(
    isThere,
    `pg ${installed("pg")} has no ${member}, which src/db/connections/pg-protocol-adapter.ts uses. ` +
      "Adapt that file, or stay with the version before.",
  ).toBe(true);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    client = new pg.Client(database.url);
    client.on("error", () => {});
    await client.connect();
  },
  async () => {
    await client.end();
    await database.drop();
  },
);

describe("the private members of pg that the adapter uses", () => {
  it("belongs to the versions that package.json names exactly", () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const name of ["pg", "pg-protocol"])
      expect([name, dependencies[name]]).toEqual([name, installed(name)]);
  });

  it("is there: members of a client and of the package", () => {
    mustHave(socketOf(client) instanceof Socket, "client.connection.stream");
    mustHave("_activeQuery" in client, "client._activeQuery");
    mustHave(Number.isInteger(serverProcessId(client)), "client.processID");
    mustHave(
      typeof (pg as unknown as { utils?: { prepareValue: unknown } }).utils?.prepareValue === "function",
      "utils.prepareValue",
    );
    expect(prepareValue([1, null])).toBe('{"1",NULL}');
  });

  it("is there: the messages of the protocol", () => {
    for (const name of ["parse", "bind", "describe", "execute", "close", "sync"] as const)
      mustHave(typeof serialize[name] === "function", `serialize.${name} of pg-protocol`);
  });

  it("works: a query of our own is submitted, active while it runs, and gets every message", async () => {
    const called: string[] = [];
    const rows: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      const query: PgQuery = {
        submit(connection) {
          called.push("submit");
          const messages = [
            serialize.parse({ text: "select $1::text as word" }),
            serialize.bind({ values: ["hello"] }),
            serialize.describe({ type: "P" }),
            serialize.execute({}),
            serialize.sync(),
          ];
          connection.stream.write(Buffer.concat(messages));
        },
        handleRowDescription({ fields }) {
          called.push(`columns ${fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`)}`);
        },
        handleDataRow({ fields, length }) {
          mustHave(length > 0, "length of a data row");
          mustHave(activeQueryOf(client) === query, "client._activeQuery");
          rows.push(fields);
        },
        handleCommandComplete: () => void called.push("complete"),
        handleReadyForQuery() {
          called.push("ready");
          resolve();
        },
        handleError: reject,
        handleEmptyQuery() {},
        handlePortalSuspended() {},
        handleCopyInResponse() {},
        handleCopyData() {},
      };
      submitQuery(client, query);
    });
    expect(called).toEqual(["submit", "columns word 25", "complete", "ready"]);
    expect(rows).toEqual([["hello"]]);
  });
});

describe("a lost connection", () => {
  it("has an error code, though pg reports it by a text only", async () => {
    const db = openDatabase({ url: database.url, poolSize: 1 });
    const lost = db.run({ text: "select pg_sleep(60)", values: [] }).catch((error) => error);
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'select pg_sleep(60)'`;
    while ((await client.query(terminate)).rowCount === 0) await client.query("select pg_sleep(0.01)");
    expect(["57P01", "ECONNRESET"]).toContain((await lost).code);
    await db.close();
  });

  it("is recognized on a client that was closed", async () => {
    const other = new pg.Client(database.url);
    await other.connect();
    await other.end();
    const error = await other.query("select 1").catch((thrown) => withErrorCode(thrown));
    expect(error).toMatchObject({ code: "ECONNRESET" });
  });

  it("is recognized where the pool waits too long for a connection", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 50 });
    const taken = await pool.connect();
    const error = await pool.connect().catch((thrown) => withErrorCode(thrown));
    taken.release();
    await pool.end();
    expect(error).toMatchObject({ code: "ETIMEDOUT" });
  });
});

it("no other file uses a private member of pg", () => {
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const users = names.filter(
    (name) =>
      name.endsWith(".ts") &&
      name !== join("db", "connections", "pg-protocol-adapter.ts") &&
      /_activeQuery|processID|connection\.stream\.(on|destroy|set)|pool\.options|pg as unknown/.test(
        readFileSync(join(root, "src", name), "utf8"),
      ),
  );
  expect(users).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAdoptionState } from "../../src/db/adoption.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind } from "../support/servers/process.ts";
import { environmentOn } from "../support/servers/servers.ts";
import { v1Database } from "../support/v1/database.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await freshDatabase({ empty: true });
});
afterEach(() => database.drop());

const on = (text: string) => queryRows<Record<string, unknown>>(database.url, text);

/** Every table, index and sequence outside of PostgreSQL's own schemas. */
const relations = () =>
  on(`select oid::regclass::text as name from pg_class
    where relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`);

/** As TypeORM makes the table in v1. */
const V1 = `create table migrations (id serial primary key, "timestamp" bigint not null, name varchar not null);
  insert into migrations ("timestamp", name) values (1611063162649, 'initialSchema1611063162649');
  create table "user" (id varchar primary key, email varchar)`;

const commands = [[["start"]], [["migrate"]], [["worker"]], [["seed"]], [["user", "list"]]];

describe("a database of v1", () => {
  it.each(commands)("is left as it is: %j", async (words) => {
    await on(V1);
    const before = await relations();
    const { code, output } = await runTradewind(words, environmentOn(database.url));
    expect(output).toBe(
      "tradewind: this is a database of Medusa v1, and stays as it is. To see what adopting it means: tradewind adopt\n",
    );
    expect(code).toBe(1);
    expect(await relations()).toEqual(before);
  });
});

/** As `database_schema` of v1 makes it. */
const ELSEWHERE = `${V1}; create table "order" (id varchar primary key); create table product_variant (id varchar primary key);
  create table money_amount (id varchar primary key); create table line_item (id varchar primary key);
  alter schema public rename to "Medusa"; create schema public`;

const withPath = (url: string, path: string) =>
  `${url}${url.includes("?") ? "&" : "?"}options=${encodeURIComponent(`-c search_path=${path}`)}`;

describe("a database of v1 in another schema", () => {
  const statements = [
    "  ALTER SCHEMA public RENAME TO public_before;",
    '  ALTER SCHEMA "Medusa" RENAME TO public;',
  ];

  it.each([...commands, [["adopt"]], [["adopt", "--yes"]]])(
    "is left as it is, and the way out is named: %j",
    async (words) => {
      await on(ELSEWHERE);
      const before = await relations();
      for (const url of [database.url, withPath(database.url, '"Medusa"')]) {
        const { code, output } = await runTradewind(words, environmentOn(url));
        expect(output).toMatch(
          /^tradewind: this database has the tables of Medusa v1 in the schema "Medusa"; Tradewind uses/,
        );
        for (const statement of statements) expect(output.split("\n")).toContain(statement);
        expect(code).toBe(1);
      }
      expect(await relations()).toEqual(before);
    },
  );

  it("is the one that counts where the search path leads there, also if public has tables of v1", async () => {
    await on(`${ELSEWHERE}; set search_path to public; ${V1}`);
    const before = await relations();
    const there = environmentOn(withPath(database.url, '"Medusa"'));
    expect((await runTradewind(["adopt", "--yes"], there)).output).toMatch(
      /tables of Medusa v1 in the schema "Medusa"/,
    );
    expect(await relations()).toEqual(before);
  });

  it("can be adopted after the statements that are named", async () => {
    const v1 = await v1Database();
    const query = (text: string) => queryRows(v1.url, text);
    const role = (await query("select current_user as name"))[0] as { name: string };
    await query(`alter schema public rename to "Medusa"; create schema public`);
    await query(
      `alter role ${role.name} in database "${new URL(v1.url).pathname.slice(1)}" set search_path to "Medusa"`,
    );
    const refused = await runTradewind(["adopt"], environmentOn(v1.url));
    const named = refused.output.split("\n").filter((line) => line.startsWith("  "));
    expect(named).toHaveLength(4);
    await query(named.join("\n"));
    expect((await runTradewind(["adopt", "--yes"], environmentOn(v1.url))).output).toMatch(
      /belongs to Tradewind/,
    );
    await v1.drop();
  });

  it("beside a shop is not used, whatever the search path is", async () => {
    await database.drop();
    database = await freshDatabase();
    await on(
      `create schema old; ${["order", "product_variant", "money_amount", "line_item"]
        .map((name) => `create table old."${name}" (id varchar)`)
        .join(";")}`,
    );
    expect((await runTradewind(["migrate"], environmentOn(database.url))).code).toBe(0);
    const { code, output } = await runTradewind(["migrate"], environmentOn(withPath(database.url, "old")));
    expect(output).toMatch(
      /has a shop of Tradewind in the schema public, and the search_path leads to tables of Medusa v1 in the schema old/,
    );
    expect(code).toBe(1);
  });
});

describe("an empty database whose search path leads elsewhere", () => {
  it.each([[["start"]], [["migrate"]]])("stays empty: %j", async (words) => {
    await on("create schema shop");
    const before = await relations();
    const { code, output } = await runTradewind(words, environmentOn(withPath(database.url, "shop")));
    expect(output).toMatch(
      /^tradewind: the search_path of this connection is "shop", and Tradewind uses the schema public/,
    );
    expect(code).toBe(1);
    expect(await relations()).toEqual(before);
  });
});

describe("an adoption that was interrupted", () => {
  it.each([[["start"]], [["migrate"]]])("must be completed first: %j", async (words) => {
    await on(`${V1}; ${createAdoptionState}`);
    const before = await relations();
    const { code, output } = await runTradewind(words, environmentOn(database.url));
    expect(output).toBe(
      "tradewind: the adoption of this database was interrupted. Run again: tradewind adopt --yes " +
        "(or go back: tradewind adopt --undo)\n",
    );
    expect(code).toBe(1);
    expect(await relations()).toEqual(before);
  });
});

describe("the doctor", () => {
  it.each([
    ["a database of v1", V1, /this is a database of Medusa v1.*: tradewind adopt$/m],
    ["a database of another program", "create table customers (id int)", /tables of another program/],
    ["an interrupted adoption", `${V1}; ${createAdoptionState}`, /Run again: tradewind adopt --yes/],
  ])("reports %s", async (_, content, message) => {
    await on(content);
    const before = await relations();
    const { code, output } = await runTradewind(["doctor"], environmentOn(database.url));
    expect(output).toMatch(/^FAIL {2}The database cannot be used/m);
    expect(output).toMatch(message);
    expect(code).toBe(1);
    expect(await relations()).toEqual(before);
  });
});

describe("a database of another program", () => {
  it.each(commands)("is left as it is, and its tables are named: %j", async (words) => {
    await on("create table customers (id int); create table migrations (id int, done boolean)");
    const before = await relations();
    const { code, output } = await runTradewind(words, environmentOn(database.url));
    expect(output).toBe(
      "tradewind: this database has tables of another program (public.customers, public.migrations); " +
        "Tradewind leaves it as it is and needs an empty database\n",
    );
    expect(code).toBe(1);
    expect(await relations()).toEqual(before);
  });

  it("in a schema of its own does not matter", async () => {
    await on("create schema other; create table other.customers (id int)");
    expect((await runTradewind(["migrate"], environmentOn(database.url))).code).toBe(0);
    // A shop may have tables of plugins.
    await on("create table public.of_a_plugin (id int)");
    expect((await runTradewind(["migrate"], environmentOn(database.url))).code).toBe(0);
  });
});

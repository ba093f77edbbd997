import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind } from "../support/servers/process.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tradewind-operator-"));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** In the folder, where nothing else is. */
const run = (words: string[], environment: Record<string, string> = {}) =>
  runTradewind(words, { TRADEWIND_DATA_DIR: join(folder, "data"), ...environment }, { cwd: folder });

const TRACE = /\n\s+at /;

describe("where there is no shop", () => {
  it.each([
    [["user", "list"]],
    [["user", "password", "--email", "a@example.com", "--generate"]],
    [["token", "issue", "--email", "a@example.com"]],
    [["migrate", "--status"]],
  ])("%j says so, and creates none", async (words) => {
    const { code, output } = await run(words);
    expect(output).toContain(`tradewind: there is no shop in ${join(folder, "data")} yet: tradewind start`);
    expect(output).not.toMatch(TRACE);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("the doctor says so, and creates none", async () => {
    const { code, output } = await run(["doctor"]);
    expect(output).toContain("note  There is no shop in");
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("`user list` says so for an empty database, too", async () => {
    const database = await freshDatabase({ empty: true });
    const { code, output } = await run(["user", "list"], { DATABASE_URL: database.url });
    await database.drop();
    expect([code, output]).toEqual([1, expect.stringContaining("there is no shop at PostgreSQL at")]);
    expect(output).not.toMatch(TRACE);
  });
});

describe("a folder that cannot be used", () => {
  it.each([
    ["with the embedded database", {}],
    ["with another database, for its secret", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" }],
  ])("is named, with a way out: %s", async (_, environment) => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const dataDir = join(file, "data");
    const { code, output } = await run(["start", "--port", "0"], {
      ...environment,
      TRADEWIND_DATA_DIR: dataDir,
    });
    expect(output).toContain(dataDir);
    expect(output).toContain("a part of the path is a file, not a folder");
    expect(output).toContain("TRADEWIND_DATA_DIR");
    expect(output).not.toMatch(TRACE);
    expect(code).toBe(1);
  });
});

describe("a data folder that is a file, or where the system makes none", () => {
  it.each([
    ["a file", [], "it is a file, not a folder"],
    ["a file, with workers", ["--workers", "2"], "it is a file, not a folder"],
    ["/proc/data", [], "/proc/data"],
    ["/proc/data", ["--workers", "2"], "/proc/data"],
    ["/proc/1/shops/data", [], "/proc/1/shops"],
  ])("ends the start with a sentence: %s %j", async (name, words, message) => {
    const file = join(folder, "file");
    writeFileSync(file, "mine");
    const dataDir = name.startsWith("/") ? name : file;
    const { code, output } = await run(["start", "--port", "0", ...words], { TRADEWIND_DATA_DIR: dataDir });
    expect(output).toContain(message);
    expect(output).toContain("TRADEWIND_DATA_DIR");
    expect(output).not.toMatch(TRACE);
    expect(code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});

describe("a database that refuses", () => {
  it("has its reason without a stack trace, also in the middle of a migration", async () => {
    const database = await freshDatabase({ empty: true });
    await queryRows(
      database.url,
      `create function refuse() returns event_trigger language plpgsql as
         $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
       create event trigger refuse on ddl_command_start when tag in ('CREATE TABLE') execute function refuse()`,
    );
    const { code, output } = await run(["migrate"], { DATABASE_URL: database.url });
    await database.drop();
    expect(output).toBe("tradewind: the disk of the database is full (could not extend file)\n");
    expect(code).toBe(1);
  });
});

describe("a wrong command gets a short hint", () => {
  it.each([
    [
      ["user", "lst"],
      "there is no command user lst; did you mean: tradewind user list\nThe commands of user are:",
    ],
    [
      ["user"],
      "the command user is incomplete\nThe commands of user are: user create, user list, user password, user role\n",
    ],
    [["strat"], "there is no command strat; did you mean: tradewind start\nSee: tradewind --help"],
    [["fly"], "there is no command fly\nSee: tradewind --help"],
  ])("%j", async (words, hint) => {
    const { code, output } = await run(words);
    expect(output).toContain(`tradewind: ${hint}`);
    expect(output.split("\n").length).toBeLessThan(5);
    expect(code).toBe(2);
  });
});

describe(".env of the working directory", () => {
  it("gives settings, and the environment has priority", async () => {
    writeFileSync(join(folder, ".env"), "# the shop\nPORT=many\nDATABASE_URL='mysql://x'\n");
    expect((await run(["migrate"])).output).toContain("PORT: many is not a whole number");
    expect((await run(["migrate"], { PORT: "0" })).output).toContain("DATABASE_URL: it must begin with");
  });

  it("is not read for the help, and a folder of this name is ignored", async () => {
    mkdirSync(join(folder, ".env"));
    expect((await run(["user", "list"])).output).toContain("there is no shop");
    expect((await run(["--version"])).code).toBe(0);
  });
});

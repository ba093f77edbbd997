import { readFileSync } from "node:fs";
import { describe, expect, vi } from "vitest";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { settings } from "../../src/settings/settings.ts";
import { Client } from "../support/clients/client.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind, tradewind } from "../support/servers/process.ts";
import { firstPasswordOf, urlOf } from "../support/servers/servers.ts";

let database: TestDatabase;
let environment: Record<string, string>;
const it = withSetup(
  async () => {
    database = await freshDatabase({ empty: true });
    environment = { DATABASE_URL: database.url, TRADEWIND_JWT_SECRET: "s".repeat(40), PORT: "0" };
  },
  () => database.drop(),
);

const run = (...words: string[]) => runTradewind(words, environment);

/** In this process: a process for each of the texts would take most of the time of this file. */
async function helpFor(command: string) {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const code = await runCommandLine([...command.split(" "), "--help"]);
  const output = said.mock.calls.flat().join("\n");
  said.mockRestore();
  return { code, output };
}

describe("help", () => {
  it("lists the commands and the settings", async () => {
    const { code, output } = await run("--help");
    expect(code).toBe(0);
    for (const command of [
      "start",
      "migrate",
      "seed",
      "user create",
      "user list",
      "user password",
      "token issue",
      "token revoke",
      "move",
      "doctor",
      "health",
      "openapi",
    ]) {
      expect(output).toContain(command);
    }
    for (const { variable } of Object.values(settings)) expect(output).toContain(variable);
  });

  it.each([
    "start",
    "migrate",
    "seed",
    "user",
    "user create",
    "user list",
    "user password",
    "token",
    "token issue",
    "token revoke",
    "move",
    "doctor",
    "health",
    "openapi",
  ])("%s explains itself", async (command) => {
    const { code, output } = await helpFor(command);
    expect(code).toBe(0);
    expect(output).toContain(`Usage: tradewind ${command}`);
  });

  it("prints the version", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await run("--version")).toEqual({ code: 0, output: `${version}\n` });
  });

  it("answers an unknown command or option with it", async () => {
    expect(await run("fly")).toMatchObject({
      code: 2,
      output: expect.stringContaining("there is no command fly"),
    });
    const { code, output } = await run("migrate", "--fast");
    expect(code).toBe(1);
    expect(output).toContain("--fast");
    expect(output).not.toMatch(/\n\s+at /);
  });
});

describe("a life on the command line", () => {
  it("migrates, makes a user, gives it a token that opens the API, and takes it away", async () => {
    expect((await run("migrate", "--status")).output).toContain("pending");
    expect((await run("migrate")).output).toContain("applied 0001");
    expect((await run("migrate")).output).toContain("up to date");
    expect((await run("migrate", "--status")).output).not.toContain("pending");

    const created = await run("user", "create", "--email", "Chef@Example.com", "--role", "admin");
    expect(created.output).toMatch(/Password: \S+/);
    expect((await run("user", "list")).output).toContain("chef@example.com  admin");
    const token = (await run("token", "issue", "--email", "chef@example.com")).output.trim();

    const server = tradewind(["start"], environment);
    const url = await urlOf(server);
    expect(await firstPasswordOf(server)).toBeUndefined();
    const holder = new Client(url!, { authorization: `Bearer ${token}` });
    expect((await holder.get("/admin/auth")).body.user.email).toBe("chef@example.com");
    expect((await run("token", "revoke", "--email", "chef@example.com")).code).toBe(0);
    expect((await holder.get("/admin/auth")).status).toBe(401);
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  it("refuses a database with migrations of another version, in one sentence", async () => {
    const other = await freshDatabase();
    await queryRows(other.url, "insert into tradewind.migration (id, checksum) values ('9999_later', 'x')");
    const { code, output } = await runTradewind(["migrate"], { ...environment, DATABASE_URL: other.url });
    await other.drop();

    expect(code).toBe(1);
    expect(output).toBe(
      "tradewind: The database has migration 9999_later, which this version does not: update Tradewind.\n",
    );
  });

  it("loads the demo shop once", async () => {
    expect((await run("seed", "--no-orders")).output).toMatch(/Loaded the demo shop: 40 products/);
    expect((await run("seed", "--no-orders")).output).toContain("Nothing was loaded");
  });

  it("finds the installation healthy", async () => {
    const { code, output } = await run("doctor");
    expect(output).toContain("The schema is up to date");
    expect(code).toBe(0);
  });

  it("describes the API", async () => {
    const { output } = await run("openapi");
    expect(JSON.parse(output).paths).toHaveProperty("/store/customers/me");
  });
});

describe("errors are printed without a stack trace", () => {
  it.each([
    [["user", "create", "--email", "chef@example.com"], {}, "already exists"],
    [["user", "create"], {}, "--email is required"],
    [["user", "create", "--email", "x@example.com", "--role", "king"], {}, "--role must be one of"],
    [["token", "issue", "--email", "nobody@example.com"], {}, "nobody@example.com"],
    [["start"], { PORT: "many" }, "PORT: many is not a whole number"],
    [["start"], { DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [["start"], { TRADEWIND_JWT_SECRET: "short" }, "TRADEWIND_JWT_SECRET"],
    [["start"], { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" }, "the database does not answer"],
    [["start"], { TRADEWIND_PLUGINS: "./no-such-plugin.mjs" }, "no-such-plugin.mjs"],
    [["doctor"], { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" }, "The database cannot be used"],
  ] as [string[], Record<string, string>, string][])("%j %j", async (words, extra, message) => {
    const { code, output } = await runTradewind(words, { ...environment, ...extra });
    expect(output).toContain(message);
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });

  it("a port that is in use", async () => {
    const first = tradewind(["start"], environment);
    const { port } = new URL(await urlOf(first));
    const { code, output } = await runTradewind(["start", "--port", port!], environment);
    expect(code).toBe(1);
    expect(output).toContain(`port ${port} is in use`);
    first.process.kill("SIGINT");
    expect(await first.ended).toBe(0);
  });
});

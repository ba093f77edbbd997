import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../support/clients/client.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { firstPasswordOf, urlOf } from "../support/servers/servers.ts";

const EMAIL = "admin@tradewind.local";

let database: TestDatabase;
let folder: string;
let environment: Record<string, string>;
const running: Program[] = [];

const useDatabase = async ({ empty = false } = {}) => {
  database = await freshDatabase({ empty });
  folder = mkdtempSync(join(tmpdir(), "tradewind-password-"));
  environment = {
    DATABASE_URL: database.url,
    TRADEWIND_DATA_DIR: folder,
    TRADEWIND_JWT_SECRET: "s".repeat(40),
    PORT: "0",
  };
};
afterEach(async () => {
  for (const program of running.splice(0)) await stopped(program);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(extra: Record<string, string> = {}): Program {
  const program = tradewind(["start"], { ...environment, ...extra });
  running.push(program);
  return program;
}

async function stopped(program: Program): Promise<void> {
  program.process.kill("SIGTERM");
  await program.ended;
}

const isLoggedIn = async (url: string, password: string, path = "/admin/auth") =>
  (await new Client(url).post(path, { email: EMAIL, password })).status === 200;

/** The password that a start prints; undefined if it prints none. */
const shownBy = firstPasswordOf;

const tables = async () =>
  (
    await queryRows<{ name: string }>(
      database.url,
      "select relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'tradewind')",
    )
  ).map(({ name }) => name);

describe("the generated password of the first user", () => {
  beforeEach(() => useDatabase());

  it("is in a file that only its owner can read, and in no line of the output", async () => {
    const program = start();
    const password = (await shownBy(program))!;
    expect(program.output()).not.toContain(password);
    expect(program.output()).toContain(`"password_file":"${join(folder, "first-password")}"`);
    expect(statSync(join(folder, "first-password")).mode & 0o777).toBe(0o600);
    expect(await isLoggedIn(await urlOf(program), password)).toBe(true);
    await stopped(program);
    await urlOf(start());
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is in the file also where the log is text, unless a terminal shows it", async () => {
    const program = start({ TRADEWIND_LOG_FORMAT: "text" });
    await program.printed(/Password file +\S+first-password\n/);
    const password = readFileSync(join(folder, "first-password"), "utf8").trim();
    expect(program.output()).not.toContain(password);
    await stopped(program);
    // As in a terminal.
    const terminal = start({ NODE_OPTIONS: "--import data:text/javascript,process.stdout.isTTY=true" });
    await terminal.printed(/Password.*\n/);
    const output = terminal.output();
    expect(output).toMatch(new RegExp(`Password +${password} +\\(shown at each start until`));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("can be set with a command where the folder cannot be written to", async () => {
    writeFileSync(join(folder, "file"), "");
    const program = start({ TRADEWIND_DATA_DIR: join(folder, "file") });
    await urlOf(program);
    expect(program.output()).toContain(`"set one with: tradewind user password --email ${EMAIL}"`);
  });

  it("is shown by each start until the first login with it", async () => {
    const first = start();
    const password = await shownBy(first);
    expect(password).toMatch(/^\S{16}$/);
    await stopped(first);

    const second = start();
    expect(await shownBy(second)).toBe(password);
    expect(second.output()).toContain(EMAIL);
    expect(await isLoggedIn(await urlOf(second), "another password")).toBe(false);
    await stopped(second);

    const third = start();
    expect(await shownBy(third)).toBe(password);
    expect(await isLoggedIn(await urlOf(third), password!)).toBe(true);
    await stopped(third);

    const fourth = start();
    expect(await shownBy(fourth)).toBeUndefined();
    expect(await isLoggedIn(await urlOf(fourth), password!)).toBe(true);
  });

  it("is shown no more after a login by token", async () => {
    const first = start();
    const password = (await shownBy(first))!;
    expect(await isLoggedIn(await urlOf(first), password, "/admin/auth/token")).toBe(true);
    await stopped(first);
    expect(await shownBy(start())).toBeUndefined();
  });

  it("is not in the database", async () => {
    const password = (await shownBy(start()))!;
    const rows = await queryRows<{ row: string }>(
      database.url,
      `select to_jsonb(t)::text as row from tradewind.first_password t
       union all select to_jsonb(u)::text from "user" u union all select to_jsonb(e)::text from tradewind.event e`,
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { row } of rows) expect(row).not.toContain(password);
  });

  it("is replaced by a start with another secret: the old one could not be shown again", async () => {
    const first = start();
    const old = (await shownBy(first))!;
    await stopped(first);
    const second = start({ TRADEWIND_JWT_SECRET: "t".repeat(40) });
    const password = (await shownBy(second))!;
    expect(password).not.toBe(old);
    expect(await isLoggedIn(await urlOf(second), old)).toBe(false);
    expect(await isLoggedIn(await urlOf(second), password)).toBe(true);
  });

  it("is shown no more after `user password`, also with another secret", async () => {
    const first = start();
    const old = (await shownBy(first))!;
    const words = ["user", "password", "--email", EMAIL];
    const set = await runTradewind(words, environment, { input: "a better password\n" });
    expect(set).toEqual({ code: 0, output: `The password of ${EMAIL} is changed.\n` });
    expect(await isLoggedIn(await urlOf(first), old)).toBe(false);
    await stopped(first);
    const second = start({ TRADEWIND_JWT_SECRET: "t".repeat(40) });
    expect(await shownBy(second)).toBeUndefined();
    expect(await isLoggedIn(await urlOf(second), "a better password")).toBe(true);
  });

  it("is shown by every process that starts at the same time", async () => {
    const shown = await Promise.all(Array.from({ length: 3 }, () => shownBy(start())));
    expect(new Set(shown).size).toBe(1);
    expect(shown[0]).toMatch(/^\S{16}$/);
  });
});

describe("a start that cannot succeed writes nothing", () => {
  beforeEach(() => useDatabase({ empty: true }));

  it("because its port is taken; it names the next free one", async () => {
    const taken = await listening();
    const { port } = taken.address() as { port: number };
    const { code, output } = await refusedStart({ ...environment, PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    const [, free] = new RegExp(`port ${port} is in use; port (\\d+) is free: --port \\1\\b`).exec(output)!;
    expect(Number(free)).toBeGreaterThan(port);
    expect(await tables()).toEqual([]);
  });

  it.each([
    ["a plugin is missing", { TRADEWIND_PLUGINS: "./no-such-plugin.mjs" }, "no-such-plugin.mjs"],
    [
      "a plugin is missing, with workers",
      { TRADEWIND_PLUGINS: "./no.mjs", TRADEWIND_WORKERS: "2" },
      "no.mjs",
    ],
    ["a setting is wrong", { PORT: "many" }, "PORT"],
    ["a secret is short", { TRADEWIND_JWT_SECRET: "short" }, "TRADEWIND_JWT_SECRET"],
    ["the password is weak", { TRADEWIND_ADMIN_PASSWORD: "admin" }, "TRADEWIND_ADMIN_PASSWORD"],
    ["there is no such address", { HOST: "192.0.2.1" }, "192.0.2.1"],
  ])("because %s", async (_, extra, message) => {
    const { code, output } = await refusedStart({ ...environment, ...extra });
    expect(output).toContain(message);
    expect(code).toBe(1);
    expect(await tables()).toEqual([]);
  });

  it("because its role may not create tables; it says how to allow it", async () => {
    const role = `limited_${process.pid}`;
    await queryRows(database.url, `create role ${role} login`);
    const url = new URL(database.url);
    try {
      // The peer authentication of the embedded server knows one role only, so the role is set after the login.
      url.searchParams.set("options", `-c role=${role}`);
      const { code, output } = await refusedStart({
        ...environment,
        DATABASE_URL: url.href,
        TRADEWIND_LOG_FORMAT: "text",
      });
      expect(code).toBe(1);
      expect(output).toContain(`GRANT CREATE ON DATABASE "${url.pathname.slice(1)}" TO "${role}"`);
      expect(output).not.toMatch(/\n\s+at /);
      expect(await tables()).toEqual([]);
    } finally {
      await queryRows(database.url, `drop role ${role}`);
    }
  });
});

/** A start that listens after all is stopped, and the test fails. */
async function refusedStart(settings: Record<string, string>) {
  const program = tradewind(["start"], settings);
  running.push(program);
  const listens = urlOf(program).then(
    () => "listens" as const,
    () => program.ended,
  );
  return { code: await Promise.race([program.ended, listens]), output: program.output() };
}

async function listening(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import type { Client } from "../support/clients/client.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Replicated, startReplicated } from "../support/postgres/replicated-postgres.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";
import { until } from "../support/time/until.ts";

let databases: Replicated;
let first: TcpProxy;
let second: TcpProxy;
let server: Program;
let admin: Client;

/** Both servers, the standby before the primary. */
const address = () => {
  const { username, pathname } = new URL(databases.primaryUrl);
  return `postgres://${username}@127.0.0.1:${second.port},127.0.0.1:${first.port}${pathname}?sslmode=disable`;
};
const environment = () => ({ ...environmentOn(address()), LOG_LEVEL: "warn" });

const it = withSetup(
  async () => {
    databases = await startReplicated();
    first = new TcpProxy(socketOf(databases.primaryUrl));
    second = new TcpProxy(socketOf(databases.replicaUrl));
    await Promise.all([first.open(), second.open()]);
    server = tradewind(["start"], environment());
    admin = await adminOf(await urlOf(server));
  },
  async () => {
    server.process.kill("SIGTERM");
    await server.ended;
    await Promise.all([first.close(), second.close()]);
    await databases.stop();
  },
);

let made = 0;
/** A name that is acknowledged, or null while there is no primary. */
async function write(): Promise<string | null> {
  const title = `Collection ${++made}`;
  const { status, headers } = await admin.post("/admin/collections", { title });
  if (status === 200) return title;
  expect(status).toBe(503);
  expect(headers.get("retry-after")).not.toBeNull();
  return null;
}

const titlesAt = async (db: Db) => {
  const rows = await db.run<{ title: string }>({ text: "select title from product_collection", values: [] });
  return rows.map(({ title }) => title);
};

const metric = async (name: string) => {
  const { body } = await admin.get("/metrics");
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(body)?.[1]);
};

describe("a shop whose address names a primary and a standby", () => {
  it("writes to the primary, whichever is named first", async () => {
    const title = await write();
    expect(await titlesAt(databases.onPrimary)).toContain(title);
    expect(await metric("tradewind_database_primary_known")).toBe(1);
  });

  it("is examined by the doctor", async () => {
    const { output } = await runTradewind(["doctor"], environment());
    expect(output).toMatch(/ok {4}The database server 127\.0\.0\.1:\d+ is a standby/);
    expect(output).toMatch(/ok {4}The database server 127\.0\.0\.1:\d+ is the primary/);
    expect(output).toMatch(/note {2}One standby follows asynchronously/);
  });

  it("answers 503 within seconds when the primary falls silent, and no command hangs", async () => {
    first.fallSilent();
    expect(await write()).toBeNull();
    await until(async () => (await metric("tradewind_database_primary_known")) === 0);
    const began = performance.now();
    for (let again = 0; again < 5; again++) expect(await write()).toBeNull();
    // Without the watch each of them would wait for 30 s.
    expect(performance.now() - began).toBeLessThan(30_000);
    const { code, output } = await runTradewind(["migrate", "--status"], environment());
    expect(code).toBe(1);
    expect(output).toMatch(/no server of the database takes changes: PostgreSQL at 127\.0\.0\.1/);
  });

  it("goes on at the standby once that is promoted, without a restart", async () => {
    await databases.onReplica.run({ text: "select pg_promote()", values: [] });
    await until(async () => (await write()) !== null);
    expect(await metric("tradewind_database_primary_changes_total")).toBe(1);
    expect(server.output()).toContain("another database server is the primary now");
    const title = await write();
    expect(await titlesAt(databases.onReplica)).toContain(title);
  });

  it("never writes to the old primary, which does not know that it was replaced", async () => {
    first.speak();
    const before = await titlesAt(databases.onPrimary);
    for (let times = 0; times < 5; times++) expect(await write()).not.toBeNull();
    second.fallSilent();
    await until(async () => (await metric("tradewind_database_primary_known")) === 0);
    for (let times = 0; times < 5; times++) expect(await write()).toBeNull();
    second.speak();
    await until(async () => (await write()) !== null);
    expect(await titlesAt(databases.onPrimary)).toEqual(before);
    expect(await metric("tradewind_database_primary_changes_total")).toBe(1);
  });

  it("delivers what was announced meanwhile: jobs and events follow the primary, too", async () => {
    const onNew = openDatabase({ url: second.urlOf(databases.replicaUrl), poolSize: 1 });
    try {
      const left = async () => {
        const text = "select count(*)::int as n from graphile_worker._private_jobs where run_at < now()";
        return (await onNew.run<{ n: number }>({ text, values: [] }))[0]!.n;
      };
      await until(async () => (await left()) === 0);
    } finally {
      await onNew.close();
    }
  });
});

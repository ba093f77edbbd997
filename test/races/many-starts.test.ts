import { expect, it } from "vitest";
import { openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";

const PROCESSES = 20;

it("20 processes start on one empty database: all come up, on one schema, with one admin user", async () => {
  const database = await freshDatabase({ empty: true });
  const environment = {
    DATABASE_URL: database.url,
    PORT: "0",
    TRADEWIND_POOL_SIZE: "2",
    TRADEWIND_JWT_SECRET: "s".repeat(40),
    TRADEWIND_ADMIN_PASSWORD: "one password for all",
  };
  const servers = Array.from({ length: PROCESSES }, () => tradewind(["start"], environment));
  try {
    const urls = await Promise.all(servers.map(urlOf));
    const login = { email: "admin@tradewind.local", password: "one password for all" };
    for (const url of urls) {
      expect((await new Client(url).get("/ready")).body).toEqual({ database: "ok", migrations: "ok" });
      expect((await new Client(url).post("/admin/auth", login)).status).toBe(200);
    }
    const db = openDatabase({ url: database.url, poolSize: 2 });
    const [counts] = await db.run({
      text: `select (select count(*) from "user") as users, (select count(*) from currency) as currencies,
               (select count(*) from tradewind.migration) as migrations,
               (select count(distinct id) from tradewind.migration) as distinct_migrations`,
      values: [],
    });
    await db.close();
    expect(counts).toMatchObject({ users: 1, currencies: 120 });
    expect(counts?.["migrations"]).toBe(counts?.["distinct_migrations"]);
    expect(servers.filter((server) => server.output().includes('"admin":'))).toHaveLength(1);
  } finally {
    for (const server of servers) server.process.kill("SIGTERM");
    await Promise.all(servers.map((server) => server.ended));
    await database.drop();
  }
});

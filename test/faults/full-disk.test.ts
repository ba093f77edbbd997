import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import type { Client } from "../support/clients/client.ts";
import { aJob, contentOf, endedJob, linesOf, shownJob } from "../support/factories/batch-jobs.ts";
import { atOnce } from "../support/factories/checkout.ts";
import { aFile, formOf } from "../support/factories/uploads.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";
import { aSmallDisk } from "./small-disk.ts";

const PRODUCTS = 2_000;
const ROOM = 100_000;

const disk = aSmallDisk();
let database: TestDatabase;
let db: Db;
let server: Program;
let url: string;
let admin: Client;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    await db.run({
      text: `insert into product (id, title, handle)
      select 'prod_' || n, 'A product with a name ' || n, 'product-' || n from generate_series(1, ${PRODUCTS}) n`,
      values: [],
    });
    server = tradewind(["start"], { ...environmentOn(database.url), TRADEWIND_DATA_DIR: disk.folder });
    url = await urlOf(server);
    admin = await adminOf(url);
    disk.leave(ROOM, server.process.pid!);
  },
  async () => {
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await db.close();
    await database.drop();
    disk.remove();
  },
);

async function upload(bytes: number) {
  const response = await fetch(`${url}/admin/uploads`, {
    method: "POST",
    headers: { cookie: `connect.sid=${admin.cookie("connect.sid")}` },
    body: formOf([aFile(), aFile({ name: "large.txt", content: "x".repeat(bytes) })]),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const unavailable = {
  type: "unexpected_state",
  code: "storage_unavailable",
  message: "Files cannot be stored or read right now.",
};

describe("a disk that is full", () => {
  it("refuses uploads that do not fit, keeps nothing of them, and still takes those that do", async () => {
    const before = disk.files();
    for (const { status, body, headers } of await atOnce(3, () => upload(5 * ROOM))) {
      expect([status, body]).toEqual([503, unavailable]);
      expect(headers.get("retry-after")).toBe("2");
    }
    expect(disk.files()).toEqual(before);
    const small = await upload(100);
    expect(small.status).toBe(200);
    expect(disk.files()).toHaveLength(before.length + 2);
    expect((await admin.get("/admin/products?limit=1")).body.count).toBe(PRODUCTS);
  });

  it("fails an export after some attempts with a reason, and leaves no partial file", async () => {
    const before = disk.files();
    const { id } = await aJob({ admin }, "product-export");
    await until(async () => {
      // The pauses between attempts grow to a minute.
      await db.run({ text: "update graphile_worker._private_jobs set run_at = now()", values: [] });
      await db.run({ text: `select pg_notify('jobs:insert', '{"count":1}')`, values: [] });
      return (await shownJob({ admin }, id)).status === "failed";
    });
    const { result } = await shownJob({ admin }, id);
    expect(result.errors).toEqual([{ message: unavailable.message, code: unavailable.code, err: [] }]);
    expect(disk.files()).toEqual(before);
    expect(server.process.exitCode).toBeNull();
  });

  it("is used again when there is room", async () => {
    disk.leave(1_500_000, server.process.pid!);
    expect((await upload(5 * ROOM)).status).toBe(200);
    const { id } = await aJob({ admin }, "product-export");
    const { status, result } = await endedJob({ admin }, id);
    expect([status, result.errors]).toEqual(["completed", undefined]);
    expect(linesOf(await contentOf({ admin }, result.file_key))).toHaveLength(PRODUCTS);
  });
});

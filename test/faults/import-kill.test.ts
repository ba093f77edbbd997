import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import type { Client } from "../support/clients/client.ts";
import { aLine, csv } from "../support/factories/batch-imports.ts";
import { aJob, shownJob } from "../support/factories/batch-jobs.ts";
import { aDataFolder, formOf } from "../support/factories/uploads.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { passHeartbeats } from "../support/time/passed-time.ts";
import { until } from "../support/time/until.ts";

/** More of them take longer, and are killed later: `IMPORT_ROWS=200000`. */
const ROWS = Number(process.env["IMPORT_ROWS"] ?? 3_000);
const KILLS = 5;
const BAD_EVERY = 100;

const data = aDataFolder();
let database: TestDatabase;
let db: Db;
const started: Program[] = [];

const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
  },
  async () => {
    await db.close();
    await database.drop();
    data.remove();
  },
);
it.afterEach(async () => {
  for (const program of started.splice(0)) {
    program.process.kill("SIGTERM");
    await program.ended;
  }
});
interface Running {
  program: Program;
  admin: Client;
  url: string;
}

async function start(): Promise<Running> {
  const program = tradewind(["start", "--no-demo"], {
    ...environmentOn(database.url),
    TRADEWIND_DATA_DIR: data.folder,
  });
  started.push(program);
  const url = await urlOf(program);
  return { program, url, admin: await adminOf(url) };
}

async function uploadedTo({ url, admin }: Running, content: string): Promise<string> {
  const response = await fetch(`${url}/admin/uploads/protected`, {
    method: "POST",
    headers: { cookie: `connect.sid=${admin.cookie("connect.sid")}` },
    body: formOf([{ name: "import.csv", content, type: "text/csv" }]),
  });
  const { uploads } = (await response.json()) as { uploads: { key: string }[] };
  return uploads[0]!.key;
}

const rowsOf = (sql: string) => db.run<{ count: number }>({ text: sql, values: [] });
const count = async (sql: string) => (await rowsOf(sql))[0]!.count;

const isBad = (index: number) => index % BAD_EVERY === 7;

describe("an import whose process is killed again and again", () => {
  it("has every row once in the end, and reports each refused row once", async () => {
    const lines = Array.from({ length: ROWS }, (_, index) =>
      aLine(`kill-${index}`, isBad(index) ? { "Price USD": "x" } : {}),
    );
    let server = await start();
    const { id } = await aJob(server, "product-import", { fileKey: await uploadedTo(server, csv(lines)) });
    let done = 0;
    let kills = 0;
    while (kills < KILLS) {
      // A little further each time, so that it is hit in the middle of its work.
      const goal = done + ROWS / (KILLS * 3);
      await until(async () => {
        done = (await shownJob(server, id)).result?.rows?.done ?? 0;
        return done >= goal;
      });
      server.program.process.kill("SIGKILL");
      await server.program.ended;
      await passHeartbeats(db);
      kills++;
      const [job] = await db.run<{ status: string | null; done: number }>({
        text: "select completed_at::text as status, (result -> 'rows' ->> 'done')::int as done from batch_job where id = $1",
        values: [id],
      });
      // Killed while it worked, not after it was done.
      expect(job!.status).toBeNull();
      done = job!.done;
      expect(await count("select count(*) as count from product")).toBe(
        lines.slice(0, done).filter((_, index) => !isBad(index)).length,
      );
      server = await start();
    }
    await until(async () => (await shownJob(server, id)).status === "completed");
    const { status, result } = await shownJob(server, id);
    const bad = lines.flatMap((_, index) => (isBad(index) ? index + 2 : []));
    expect([status, result.rows.done, result.refused_count]).toEqual(["completed", ROWS, bad.length]);
    const good = ROWS - bad.length;
    expect([result.count, result.advancement_count]).toEqual([2 * good, 2 * good]);
    expect(result.operations).toEqual({
      PRODUCT_CREATE: good,
      PRODUCT_UPDATE: 0,
      VARIANT_CREATE: good,
      VARIANT_UPDATE: 0,
    });
    const reported = result.errors.flatMap(({ row }: { row?: number }) => row ?? []);
    expect(reported).toEqual(bad.slice(0, 1_000));
    for (const sql of [
      "select count(*) as count from product",
      "select count(distinct handle) as count from product",
      "select count(*) as count from product_variant",
      "select count(*) as count from product_variant_money_amount",
      "select count(*) as count from inventory_item",
      "select count(*) as count from tradewind.event where name = 'product.created'",
      "select count(*) as count from tradewind.event where name = 'product-variant.created'",
    ]) {
      expect([sql, await count(sql)]).toEqual([sql, good]);
    }
    expect(await count("select count(*) as count from tradewind.event where name = 'batch.completed'")).toBe(
      1,
    );
  });
});

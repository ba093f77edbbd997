import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import type { Client } from "../support/clients/client.ts";
import { aJob, contentOf, endedJob, linesOf, shownJob } from "../support/factories/batch-jobs.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { passHeartbeats } from "../support/time/passed-time.ts";
import { until } from "../support/time/until.ts";

const COUNT = 8_000;
const data = aDataFolder();
let database: TestDatabase;
let db: Db;
const started: Program[] = [];

const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    await db.run({
      text: `with products as (
        insert into product (id, title, handle, created_at)
        select 'prod_' || n, 'Product ' || n, 'product-' || n, now() - n * interval '1 second'
        from generate_series(1, ${COUNT}) n returning id)
      insert into product_variant (id, title, product_id, inventory_quantity)
      select 'variant_' || id, 'One', id, 1 from products`,
      values: [],
    });
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
async function start(environment: Record<string, string> = {}): Promise<{ program: Program; admin: Client }> {
  const program = tradewind(["start", "--no-demo"], {
    ...environmentOn(database.url),
    TRADEWIND_DATA_DIR: data.folder,
    ...environment,
  });
  started.push(program);
  return { program, admin: await adminOf(await urlOf(program)) };
}

const isUnderWay = async (shop: { admin: Client }, id: string) =>
  (await shownJob(shop, id)).result?.advancement_count > 0;

const complete = async (shop: { admin: Client }, id: string) => {
  const { status, result } = await endedJob(shop, id);
  expect([status, result.errors]).toEqual(["completed", undefined]);
  const lines = linesOf(await contentOf(shop, result.file_key));
  expect(lines.map((line) => line["Product Id"])).toEqual(
    Array.from({ length: COUNT }, (_, index) => `prod_${index + 1}`),
  );
  expect(result).toMatchObject({ count: COUNT, advancement_count: COUNT, progress: 1 });
  return result.file_key as string;
};

const count = async (name: string, id: string) => {
  const text = "select count(*) as count from tradewind.event where name = $1 and entity_id = $2";
  return (await db.run<{ count: number }>({ text, values: [name, id] }))[0]!.count;
};

describe("an export whose process is killed", () => {
  it("is complete in the end, with every product once", async () => {
    const first = await start();
    const { id } = await aJob(first, "product-export");
    await until(() => isUnderWay(first, id));
    first.program.process.kill("SIGKILL");
    await first.program.ended;
    await passHeartbeats(db);
    const second = await start();
    const key = await complete(second, id);
    expect(data.files().filter((name) => !name.includes(".part"))).toEqual([`protected/${key}`]);
    expect([await count("batch.processing", id), await count("batch.completed", id)]).toEqual([1, 1]);
  });

  it("is taken over by another process", async () => {
    const [worker, server] = await Promise.all([start(), start({ TRADEWIND_JOBS: "0" })]);
    const { id } = await aJob(server, "product-export");
    await until(() => isUnderWay(server, id));
    const rescue = await start();
    worker.program.process.kill("SIGKILL");
    await worker.program.ended;
    await passHeartbeats(db);
    await complete(rescue, id);
    expect(await count("batch.completed", id)).toBe(1);
  });

  it("is continued after an orderly stop, without a failure", async () => {
    const first = await start();
    const { id } = await aJob(first, "product-export");
    await until(() => isUnderWay(first, id));
    first.program.process.kill("SIGTERM");
    expect(await first.program.ended).toBe(0);
    const second = await start();
    await complete(second, id);
  });

  it("can be canceled while no process works on it, and leaves no file", async () => {
    const before = data.files().filter((name) => !name.includes(".part"));
    const first = await start();
    const { id } = await aJob(first, "product-export");
    await until(() => isUnderWay(first, id));
    first.program.process.kill("SIGKILL");
    await first.program.ended;
    const second = await start();
    await second.admin.post(`/admin/batch-jobs/${id}/cancel`);
    await passHeartbeats(db);
    const emptied = "select count(*) as count from graphile_worker.jobs";
    await until(async () => (await db.run<{ count: number }>({ text: emptied, values: [] }))[0]!.count === 0);
    expect((await shownJob(second, id)).status).toBe("canceled");
    expect(data.files().filter((name) => !name.includes(".part"))).toEqual(before);
  });
});

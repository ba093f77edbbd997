import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { deleteOldChanges } from "../../src/modules/catalogue/catalogue-state/catalogue-state-store.ts";
import { readCatalogueChanges, storedAnswers } from "../../src/modules/catalogue/catalogue-state/index.ts";
import {
  aCatalogue,
  type Catalogue,
  changes,
  questionsOf,
  shownTo,
} from "../support/caches/cached-catalogue.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

let about: Catalogue;
const { it, shop } = withShop();
it.beforeAll(async () => {
  about = await aCatalogue(shop);
});

const rows = <Row>(text: string) => shop.db.run<Row>({ text, values: [] });
const stored = async () =>
  (await rows<{ count: number }>("select count(*) from tradewind.stored_answer"))[0]!.count;

/** What a process with an empty memory says to all questions, and how many answers it found that others had made. */
async function saidByNewProcess(environment: Record<string, string> = {}) {
  const process = await anotherProcess(shop, { TRADEWIND_JOBS: "0", ...environment });
  try {
    const [visitor, admin] = [process.visitor(), process.visitor()];
    await admin.post("/admin/auth", ADMIN);
    const questions = questionsOf(about);
    const said: string[] = [];
    for (const path of questions.store) said.push(await shownTo(visitor, path));
    for (const path of questions.admin) said.push(await shownTo(admin, path));
    const { body } = await visitor.get("/metrics");
    return { said, found: Number(/^tradewind_stored_answers_read_total (\d+)$/m.exec(body)?.[1]) };
  } finally {
    await process.close();
  }
}

const WITHOUT_MEMORY = { TRADEWIND_ANSWER_MEMORY: "0" };

describe("answers about products", () => {
  it("are found by a process that has not made them, byte for byte, and not by one with other settings", async () => {
    const made = await saidByNewProcess();
    const another = await saidByNewProcess();
    expect(another.said).toEqual(made.said);
    expect(another.found).toBeGreaterThan(10);
    expect((await saidByNewProcess({ TRADEWIND_MAX_LIMIT: "77" })).found).toBe(0);
    expect((await saidByNewProcess({ TRADEWIND_STORED_ANSWERS: "0" })).found).toBe(0);
    expect((await saidByNewProcess(WITHOUT_MEMORY)).found).toBe(0);
  });

  // All changes are compared in document-cache.test.ts.
  it.for(["a price", "stock, as an order takes it", "the tax of a region", "a collection"])(
    "are as new as any other after a change of %s",
    async (name) => {
      await saidByNewProcess();
      await changes[name]!(shop, about);
      const { said } = await saidByNewProcess();
      expect(said).toEqual((await saidByNewProcess(WITHOUT_MEMORY)).said);
    },
  );

  it("outlive the log of changes, but for those that it has outdated", async () => {
    await saidByNewProcess();
    await rows("update product set subtitle = 'Another' where id = (select min(id) from product)");
    await rows("insert into tradewind.change_log (subject) select 'nothing' from generate_series(1, 100000)");
    expect((await inTransaction(shop.db, deleteOldChanges)).removed).toBeGreaterThan(100_000);
    const { said, found } = await saidByNewProcess();
    expect(found).toBeGreaterThan(5);
    expect(said).toEqual((await saidByNewProcess(WITHOUT_MEMORY)).said);
    expect(said.join()).toContain("Another");
  });

  it("that were read before the log was deleted, and written after it, do not count", async () => {
    await saidByNewProcess();
    await rows("create table held as select * from tradewind.stored_answer");
    await rows("update product set subtitle = 'Later'");
    const deleteLog = async () => {
      await rows(
        "insert into tradewind.change_log (subject) select 'nothing' from generate_series(1, 100000)",
      );
      await inTransaction(shop.db, deleteOldChanges);
    };
    const writeLate = () =>
      rows(`insert into tradewind.stored_answer (key, body, etag, subjects, run, snapshot, valid_from, valid_until)
        select key, body, etag, subjects, run, snapshot, valid_from, valid_until from held`);
    await deleteLog();
    expect(await stored()).toBe(0);
    await writeLate();
    // The next deletion sees them, but not the changes that the first one has deleted.
    await deleteLog();
    expect(await stored()).toBe(0);
    await writeLate();
    expect((await saidByNewProcess()).found).toBe(0);
    await rows("drop table held");
  });

  it("of a database that was restored do not count", async () => {
    await saidByNewProcess();
    await rows("update tradewind.change_log_run set mark = 'restored'");
    expect((await saidByNewProcess()).found).toBe(0);
  });

  it("depend on ids of any form", async () => {
    const table = storedAnswers(shop.db);
    const log = await readCatalogueChanges(shop.db, { snapshot: null, version: null, now: Date.now() });
    const at = { snapshot: log.snapshot, run: log.run, from: 0, until: Number.POSITIVE_INFINITY };
    const key = "0".repeat(32);
    const subjects = ["catalogue", 'a "mug", {blue}', "sold"];
    const json = '{"title":"Grün ☕ \\u0000"}';
    await table.write([{ key, json: Buffer.from(json), etag: "e", subjects, at }]);
    expect(await table.read([key], Date.now())).toEqual([{ key, json, etag: "e", subjects }]);
    await rows(`insert into tradewind.change_log (subject) values ('a "mug", {blue}')`);
    expect(await table.read([key], Date.now())).toEqual([]);
  });

  it("end with the period of their prices", async () => {
    await saidByNewProcess();
    await rows("update tradewind.stored_answer set valid_until = extract(epoch from now()) * 1000");
    expect((await saidByNewProcess()).found).toBe(0);
  });
});

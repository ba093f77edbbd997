import { Readable } from "node:stream";
import { describe, expect } from "vitest";
import { exportTypes } from "../../src/modules/import-export/batch-jobs/index.ts";
import type { FileProvider } from "../../src/providers/ports/files.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aGate, aJob, aWorkbench, endedJob, jobThatIs, shownJob } from "../support/factories/batch-jobs.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

/** A file store whose speed and failures the test decides. */
class SlowFiles implements FileProvider {
  readonly id = "slow";
  readonly kept = new Map<string, string>();
  /** Called for each piece of a file, with the text so far. */
  between: (text: string) => unknown = () => {};
  /** Called when a file is complete. */
  atTheEnd: () => unknown = () => {};
  begun = 0;
  /** Files that were not completed. */
  stopped = 0;
  private made = 0;

  save: FileProvider["save"] = async ({ name, content }) => {
    this.begun++;
    let text = "";
    try {
      for await (const chunk of content) {
        text += chunk;
        await this.between(text);
      }
    } catch (error) {
      this.stopped++;
      throw error;
    }
    const key = `${++this.made}/${name}`;
    this.kept.set(key, text);
    await this.atTheEnd();
    return { key, url: null };
  };
  delete: FileProvider["delete"] = async (key) => void this.kept.delete(key);
  read: FileProvider["read"] = async (key) => Readable.from([this.kept.get(key)!]);
  downloadUrl: FileProvider["downloadUrl"] = async (key) => key;
}

const files = new SlowFiles();

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.files.add(files);
  return startShop({ TRADEWIND_JOBS: "2" }, { providers });
});
it.beforeAll(async () => {
  await shop.db.run({
    text: `insert into product (id, title, handle, created_at)
      select 'prod_' || n, 'Product ' || n, 'product-' || n, now() - n * interval '1 second'
      from generate_series(1, 1050) n`,
    values: [],
  });
});
it.afterEach(() => {
  files.between = () => {};
  files.atTheEnd = () => {};
  files.kept.clear();
  files.begun = 0;
  files.stopped = 0;
});

const linesIn = (text: string) => text.split("\r\n").length - 1;
const cancel = (id: string) => shop.admin.post(`/admin/batch-jobs/${id}/cancel`);

describe("an export", () => {
  it("reads no more than the storage takes, and shows how far it got", async () => {
    const gate = aGate();
    let seen = 0;
    files.between = (text) => {
      seen = linesIn(text);
      return seen > 100 ? gate.opened : undefined;
    };
    const { id } = await aJob(shop, "product-export");
    await until(async () => (await shownJob(shop, id)).result?.advancement_count > 0);
    const job = await shownJob(shop, id);
    expect(job).toMatchObject({ status: "processing", result: { count: 1050 } });
    expect(job.result.advancement_count).toBeLessThan(1050);
    expect(job.result.progress).toBe(job.result.advancement_count / 1050);
    expect(job.result).not.toHaveProperty("file_key");
    gate.open();
    const { status, result } = await endedJob(shop, id);
    expect([status, result.progress]).toEqual(["completed", 1]);
    const [[key, text]] = [...files.kept] as [[string, string]];
    expect([result.file_key, linesIn(text)]).toEqual([key, 1051]);
    expect(key).toMatch(/^\d+\/exports\/products\/product-export-\d+\.csv$/);
    expect(result.file_size).toBe(Buffer.byteLength(text));
  });

  it("leaves no file when it is canceled while it is written", async () => {
    const pieces: number[] = [];
    files.between = async (text) => {
      pieces.push(linesIn(text));
      // As slow as a large catalogue is.
      await new Promise((resolve) => setTimeout(resolve, 550));
    };
    const { id } = await aJob(shop, "product-export");
    await until(() => pieces.length > 0);
    expect((await cancel(id)).body.batch_job.status).toBe("canceled");
    await until(() => files.stopped === 1);
    expect(pieces.length).toBeLessThan(5);
    expect(files.kept.size).toBe(0);
    expect((await shownJob(shop, id)).result).not.toHaveProperty("file_key");
  });

  it("removes its file when it is canceled just as it is complete", async () => {
    const saved = aGate();
    const gate = aGate();
    files.atTheEnd = () => {
      saved.open();
      return gate.opened;
    };
    const { id } = await aJob(shop, "product-export");
    await saved.opened;
    expect(files.kept.size).toBe(1);
    await cancel(id);
    gate.open();
    await until(() => files.kept.size === 0);
    const job = await shownJob(shop, id);
    expect([job.status, job.completed_at]).toEqual(["canceled", null]);
    expect(job.result).not.toHaveProperty("file_key");
  });

  it("is written again by the run after a crash, and the file of the first run is removed", async () => {
    const work = aWorkbench(shop, [...exportTypes]);
    work.providers.files.add(files);
    await shop.db.run({ text: "delete from batch_job", values: [] });
    const saved = aGate();
    const gate = aGate();
    files.atTheEnd = () => {
      saved.open();
      return files.begun === 1 ? gate.opened : undefined;
    };
    const { id } = await aJob(shop, "product-export");
    await saved.opened;
    // The first run hangs: for the queue it is dead.
    await work.process(id);
    const { status, result } = await shownJob(shop, id);
    expect([status, files.kept.has(result.file_key), files.kept.size]).toEqual(["completed", true, 2]);
    gate.open();
    await until(() => files.kept.size === 1);
    expect(files.kept.has(result.file_key)).toBe(true);
    expect((await shownJob(shop, id)).result).toEqual(result);
  });

  it("is tried again when the storage fails, and fails when it continues failing", async () => {
    const work = aWorkbench(shop, [...exportTypes]);
    work.providers.files.add(files);
    files.between = () => {
      throw new Error("disk full at /secret/path");
    };
    const id = await work.create("product-export");
    await jobThatIs(shop, id, "processing");
    await expect(work.process(id, { attempt: 2 })).rejects.toThrow(
      "Files cannot be stored or read right now.",
    );
    expect((await shownJob(shop, id)).status).toBe("processing");
    await work.process(id, { attempt: 5 });
    const { status, result } = await shownJob(shop, id);
    expect([status, result.errors]).toEqual([
      "failed",
      [{ message: "Files cannot be stored or read right now.", code: "storage_unavailable", err: [] }],
    ]);
    expect(files.kept.size).toBe(0);
  });
});

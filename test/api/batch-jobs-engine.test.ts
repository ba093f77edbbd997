import { describe, expect } from "vitest";
import { JobClaimed } from "../../src/jobs/runner.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import {
  type JobRun,
  type JobType,
  NotAvailableYet,
} from "../../src/modules/import-export/batch-jobs/index.ts";
import { announced } from "../support/checks/announced-events.ts";
import { aGate, aType, aWorkbench, queued, shownJob } from "../support/factories/batch-jobs.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { waitersIn } from "../support/postgres/other-transaction.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.db.run({ text: "create table done (job text, number integer)", values: [] });
});
it.beforeEach(async () => {
  await shop.db.run({ text: "truncate done", values: [] });
  await shop.db.run({ text: "delete from tradewind.event", values: [] });
  await shop.db.run({ text: "delete from graphile_worker._private_jobs", values: [] });
});

const cancel = (id: string) => shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
const confirm = (id: string) => shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
const bench = (parts: Partial<JobType>) => aWorkbench(shop, [aType(parts)]);
type Bench = ReturnType<typeof bench>;

/** Everything a job did, in order. */
const done = async (id: string): Promise<number[]> => {
  const rows = await shop.db.run<{ number: number }>({
    text: "select number from done where job = $1 order by number",
    values: [id],
  });
  return rows.map(({ number }) => number);
};

const events = async (id: string): Promise<string[]> => {
  const rows = await shop.db.run<{ name: string }>({
    text: "select name from tradewind.event where entity_id = $1 and name <> 'batch.updated' order by seq",
    values: [id],
  });
  return rows.map(({ name }) => name);
};

/** Does one numbered thing, and notes that. */
const doOne = (run: JobRun, job: { id: string }, number: number) =>
  run.inChunk(async (tx) => {
    await tx.run({ text: "insert into done (job, number) values ($1, $2)", values: [job.id, number] });
    return { result: { count: 5, advancement_count: number } };
  });

/** Counts to five, from where the run before has got to. */
const counting = (before: (number: number, run: JobRun) => unknown = () => {}): Partial<JobType> => ({
  process: async (_, job, run) => {
    const from = (job.result["advancement_count"] as number | undefined) ?? 0;
    for (let number = from + 1; number <= 5; number++) {
      await before(number, run);
      await doOne(run, job, number);
    }
    return { result: { progress: 1 } };
  },
});

async function confirmed(work: Bench, type = "test"): Promise<string> {
  const id = await work.create(type);
  await work.prepare(id);
  return id;
}

describe("preparing a job", () => {
  it("starts its work by itself when it is no dry run", async () => {
    const work = bench({
      preProcess: async (_, job) => ({ context: { seen: job.context }, result: { stat_descriptors: [] } }),
    });
    const id = await work.create("test", { context: { a: 1 } });
    await work.prepare(id);
    const job = await shownJob(shop, id);
    expect(job).toMatchObject({
      status: "confirmed",
      context: { a: 1, seen: { a: 1 } },
      result: { stat_descriptors: [] },
    });
    expect(await events(id)).toEqual(["batch.created", "batch.pre_processed", "batch.confirmed"]);
    expect(await queued(shop)).toContain(`batch-job-process:${id}`);
  });

  it("waits for its confirmation when it is a dry run, and then does the work", async () => {
    const work = bench(counting());
    const id = await work.create("test", { dry_run: true });
    await work.prepare(id);
    expect((await shownJob(shop, id)).status).toBe("pre_processed");
    await work.process(id);
    expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["pre_processed", []]);
    await confirm(id);
    await work.process(id);
    expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["completed", [1, 2, 3, 4, 5]]);
  });

  it("counts once when it was done twice, at once or again", async () => {
    const work = bench({});
    const id = await work.create("test");
    await Promise.all([work.prepare(id), work.prepare(id)]);
    await work.prepare(id);
    expect(await events(id)).toEqual(["batch.created", "batch.pre_processed", "batch.confirmed"]);
  });

  it("fails the job with what the type throws", async () => {
    const work = bench({
      preProcess: async () => {
        throw new Refusal("invalid_data", "The column Colour is unknown");
      },
    });
    const id = await work.create("test");
    await work.prepare(id);
    expect(await shownJob(shop, id)).toMatchObject({
      status: "failed",
      pre_processed_at: null,
      result: { errors: [{ message: "The column Colour is unknown", code: "invalid_data", err: [] }] },
    });
    expect(await events(id)).toEqual(["batch.created", "batch.failed"]);
    expect(work.logged).toEqual([]);
  });

  it("reports an internal fault without details, and logs it", async () => {
    const fault = new TypeError("secret");
    const work = bench({
      preProcess: async () => {
        throw fault;
      },
    });
    const id = await work.create("test");
    await work.prepare(id);
    const { result } = await shownJob(shop, id);
    expect(result.errors).toEqual([
      { message: "An unknown error occurred; see the log of the server.", code: "unknown", err: [] },
    ]);
    expect(work.logged).toEqual([fault]);
  });

  it("waits for a file that is not there yet, but not for ever", async () => {
    const work = bench({
      preProcess: async () => {
        throw new NotAvailableYet("There is no file a.csv");
      },
    });
    const id = await work.create("test");
    for (const attempt of [1, 2, 3, 4]) {
      await expect(work.prepare(id, { attempt })).rejects.toThrow("There is no file a.csv");
    }
    expect((await shownJob(shop, id)).status).toBe("created");
    await work.prepare(id, { attempt: 5 });
    expect(await shownJob(shop, id)).toMatchObject({
      status: "failed",
      result: { errors: [{ message: "There is no file a.csv", code: "not_found" }] },
    });
  });

  it("is abandoned when the job is canceled during the wait", async () => {
    const gate = aGate();
    const work = bench({ preProcess: async () => gate.opened.then(() => ({ result: { a: 1 } })) });
    const id = await work.create("test");
    const preparing = work.prepare(id);
    await cancel(id);
    gate.open();
    await preparing;
    expect(await shownJob(shop, id)).toMatchObject({
      status: "canceled",
      result: null,
      pre_processed_at: null,
    });
  });

  it("ends by itself when it checks for a cancellation", async () => {
    let rounds = 0;
    const work = bench({
      preProcess: async (_, __, watch) => {
        for (;;) {
          rounds++;
          await watch.throwIfEnded();
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      },
    });
    const id = await work.create("test");
    const preparing = work.prepare(id);
    await until(() => rounds > 3);
    await cancel(id);
    await preparing;
    expect((await shownJob(shop, id)).status).toBe("canceled");
  });

  it("is begun again by another process when this one has to stop", async () => {
    const work = bench({ preProcess: async (_, __, watch) => watch.throwIfEnded().then(() => ({})) });
    const id = await work.create("test");
    await shop.db.run({ text: "delete from graphile_worker._private_jobs", values: [] });
    await work.prepare(id, { isStopping: () => true });
    expect((await shownJob(shop, id)).status).toBe("created");
    expect(await queued(shop)).toEqual([`batch-job-prepare:${id}`]);
  });

  it("fails the job of a type that is gone", async () => {
    const id = await bench({}).create("test");
    await aWorkbench(shop, []).prepare(id);
    const { status, result } = await shownJob(shop, id);
    expect([status, result.errors[0].code]).toEqual(["failed", "not_found"]);
  });

  it("passes over a job that is gone", async () => {
    const work = bench({});
    await work.prepare("batch_gone");
    await work.process("batch_gone");
    await work.cleanUp("batch_gone");
  });
});

describe("the work of a job", () => {
  it("is done in chunks, and shows how far it got", async () => {
    const gate = aGate();
    const work = bench(counting((number) => (number === 4 ? gate.opened : undefined)));
    const id = await confirmed(work);
    const processing = work.process(id);
    await until(async () => (await shownJob(shop, id)).result?.advancement_count === 3);
    expect(await shownJob(shop, id)).toMatchObject({
      status: "processing",
      result: { count: 5, advancement_count: 3 },
    });
    gate.open();
    await processing;
    expect(await shownJob(shop, id)).toMatchObject({
      status: "completed",
      result: { count: 5, advancement_count: 5, progress: 1 },
    });
    expect(await done(id)).toEqual([1, 2, 3, 4, 5]);
    expect((await events(id)).slice(-2)).toEqual(["batch.processing", "batch.completed"]);
    expect((await announced(shop.db, "batch.updated")).length).toBe(5);
  });

  it("is begun only when the job is confirmed, and not again when it is over", async () => {
    const work = bench(counting());
    const id = await work.create("test");
    await work.process(id);
    expect((await shownJob(shop, id)).status).toBe("created");
    await work.prepare(id);
    await work.process(id);
    await work.process(id);
    expect(await done(id)).toEqual([1, 2, 3, 4, 5]);
    expect((await events(id)).filter((name) => name === "batch.completed")).toHaveLength(1);
  });

  it("keeps nothing of a chunk that fails, and all of those before", async () => {
    const work = bench({
      process: async (_, job, run) => {
        await doOne(run, job, 1);
        await run.inChunk(async (tx) => {
          await tx.run({ text: "insert into done (job, number) values ($1, 2)", values: [job.id] });
          throw new Refusal("invalid_data", "Row 2 is wrong");
        });
        return {};
      },
    });
    const id = await confirmed(work);
    await work.process(id);
    expect(await done(id)).toEqual([1]);
    expect(await shownJob(shop, id)).toMatchObject({
      status: "failed",
      result: {
        advancement_count: 1,
        errors: [{ message: "Row 2 is wrong", code: "invalid_data", err: [] }],
      },
    });
    expect((await events(id)).at(-1)).toBe("batch.failed");
  });

  it("adds its failure to the errors there are", async () => {
    const work = bench({
      process: async (_, __, run) => {
        await run.inChunk(async () => ({ result: { errors: [{ message: "Row 1", code: "invalid_data" }] } }));
        throw new Refusal("conflict", "No more");
      },
    });
    const id = await confirmed(work);
    await work.process(id);
    const { result } = await shownJob(shop, id);
    expect(result.errors.map(({ message }: { message: string }) => message)).toEqual(["Row 1", "No more"]);
  });

  it("is done by one run at a time, even if the queue starts two", async () => {
    const work = bench(counting());
    const id = await confirmed(work);
    const runs = await Promise.allSettled(Array.from({ length: 6 }, () => work.process(id)));
    const faults = runs.filter((run) => run.status === "rejected" && !(run.reason instanceof JobClaimed));
    expect(faults).toEqual([]);
    expect(await done(id)).toEqual([1, 2, 3, 4, 5]);
    expect((await shownJob(shop, id)).status).toBe("completed");
    expect((await events(id)).filter((name) => name === "batch.completed")).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5])(
    "continues behind its last chunk when a run is gone before chunk %i",
    async (lost) => {
      const gate = aGate();
      let runs = 0;
      // The process of the first run hangs, and counts as dead.
      const hangs = counting((number) => (runs === 1 && number === lost ? gate.opened : undefined));
      const work = bench({
        process: (...all) => {
          runs++;
          return hangs.process!(...all);
        },
      });
      const id = await confirmed(work);
      const first = work.process(id);
      await until(async () => ((await shownJob(shop, id)).result?.advancement_count ?? 0) === lost - 1);
      await work.process(id);
      expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["completed", [1, 2, 3, 4, 5]]);
      // The first run was still alive, but its result is ignored.
      gate.open();
      await first;
      expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["completed", [1, 2, 3, 4, 5]]);
      expect((await events(id)).filter((name) => name === "batch.processing")).toHaveLength(1);
    },
  );

  it.each([
    ["wants to go on", () => {}, false],
    ["has to stop", () => {}, true],
    [
      "fails",
      () => {
        throw new Error("torn");
      },
      false,
    ],
  ])("stays in the queue for the run that has it when the one before %s", async (_, wake, isStopping) => {
    const gates = [aGate(), aGate()];
    let runs = 0;
    const work = bench({
      process: async (...all) => {
        const number = runs++;
        await gates[number]!.opened;
        if (number === 0) wake();
        return counting().process!(...all);
      },
    });
    const id = await confirmed(work);
    const first = work.process(id, { isStopping: () => isStopping });
    await until(() => runs === 1);
    const second = work.process(id, { attempt: 2 });
    await until(() => runs === 2);
    await shop.db.run({ text: "delete from graphile_worker._private_jobs", values: [] });
    gates[0]!.open();
    // The queue removes what was done, and knows by this that it was not.
    await expect(first).rejects.toThrow(JobClaimed);
    expect([(await shownJob(shop, id)).status, await queued(shop)]).toEqual(["processing", []]);
    gates[1]!.open();
    await second;
    expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["completed", [1, 2, 3, 4, 5]]);
  });

  it("is tried again by the queue when the database was out of reach, and continues", async () => {
    const trouble = Object.assign(new Error("terminating connection"), { severity: "FATAL", code: "57P01" });
    let failures = 0;
    const work = bench(
      counting((number) => {
        if (number === 3 && failures++ < 2) throw trouble;
      }),
    );
    const id = await confirmed(work);
    await expect(work.process(id, { attempt: 1 })).rejects.toBe(trouble);
    await expect(work.process(id, { attempt: 2 })).rejects.toBe(trouble);
    expect((await shownJob(shop, id)).status).toBe("processing");
    await work.process(id, { attempt: 3 });
    expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["completed", [1, 2, 3, 4, 5]]);
  });

  it("fails when it was interrupted too often", async () => {
    const work = bench(counting());
    const id = await confirmed(work);
    await work.process(id, { attempt: 21 });
    const { status, result } = await shownJob(shop, id);
    expect([status, result.errors[0].code, await done(id)]).toEqual(["failed", "interrupted", []]);
  });

  it.each([
    ["says so itself", counting((_, run) => run.throwIfEnded())],
    ["only does chunks", counting()],
    [
      "returns early",
      {
        process: async (_: unknown, job: { id: string }, run: JobRun) => {
          for (let number = 1; number <= 5; number++) {
            if (run.isStopping()) return {};
            await doOne(run, job, number);
          }
          return {};
        },
      },
    ],
  ])("is left to another process when this one has to stop, with a type that %s", async (_, parts) => {
    let chunks = 0;
    const work = bench(parts);
    const id = await confirmed(work);
    await shop.db.run({ text: "delete from graphile_worker._private_jobs", values: [] });
    await work.process(id, { isStopping: () => chunks++ >= 4 });
    const { status, result } = await shownJob(shop, id);
    expect(status).toBe("processing");
    expect(await done(id)).toHaveLength(result?.advancement_count ?? 0);
    expect(await queued(shop)).toEqual([`batch-job-process:${id}`]);
  });

  it("is done when it came to its end although the process stops", async () => {
    let isStopping = false;
    const work = bench({
      process: async (_, job, run) => {
        await doOne(run, job, 1);
        isStopping = true;
        return { result: { a: 1 } };
      },
    });
    const id = await confirmed(work);
    await work.process(id, { isStopping: () => isStopping });
    expect(await shownJob(shop, id)).toMatchObject({ status: "completed", result: { a: 1 } });
  });
});

describe("canceling while the work is done", () => {
  it("ends the job before the next chunk; finished chunks stay", async () => {
    const gate = aGate();
    const cleaned: unknown[] = [];
    const work = bench({
      ...counting((number) => (number === 3 ? gate.opened : undefined)),
      cleanUp: async (_, job) => {
        cleaned.push(job.result);
      },
    });
    const id = await confirmed(work);
    const processing = work.process(id);
    await until(async () => (await done(id)).length === 2);
    // The server does not have the types of the test; it has the plugin's list of files to clean up.
    expect((await cancel(id)).body.batch_job.status).toBe("canceled");
    gate.open();
    await processing;
    expect(await done(id)).toEqual([1, 2]);
    expect(await shownJob(shop, id)).toMatchObject({
      status: "canceled",
      completed_at: null,
      failed_at: null,
    });
    await work.cleanUp(id);
    expect(cleaned).toEqual([{ count: 5, advancement_count: 2 }]);
    await work.process(id);
    expect(await done(id)).toEqual([1, 2]);
  });

  it("waits for the chunk that is being done", async () => {
    const gate = aGate();
    const inside = aGate();
    const work = bench({
      process: async (_, job, run) => {
        await run.inChunk(async (tx) => {
          await tx.run({ text: "insert into done (job, number) values ($1, 1)", values: [job.id] });
          inside.open();
          await gate.opened;
          return { result: { advancement_count: 1 } };
        });
        await doOne(run, job, 2);
        return {};
      },
    });
    const id = await confirmed(work);
    const processing = work.process(id);
    await inside.opened;
    const canceling = cancel(id);
    await until(async () => (await waitersIn(shop)) > 0);
    gate.open();
    expect((await canceling).body.batch_job.result).toEqual({ advancement_count: 1 });
    await processing;
    expect([(await shownJob(shop, id)).status, await done(id)]).toEqual(["canceled", [1]]);
  });

  it("comes through between chunks that follow one another without a pause", async () => {
    const work = bench({
      process: async (_, __, run) => {
        for (let number = 1; ; number++) await run.inChunk(async () => ({ result: { number } }));
      },
    });
    const id = await confirmed(work);
    const processing = work.process(id);
    await until(async () => (await shownJob(shop, id)).result?.number > 10);
    const { result } = (await cancel(id)).body.batch_job;
    await processing;
    expect((await shownJob(shop, id)).result).toEqual(result);
  });

  it("removes the result when it comes at the last moment", async () => {
    const gate = aGate();
    const cleaned: unknown[] = [];
    const work = bench({
      process: async () => gate.opened.then(() => ({ result: { file_key: "made" } })),
      cleanUp: async (_, job) => {
        cleaned.push(job.result["file_key"]);
      },
    });
    const id = await confirmed(work);
    const processing = work.process(id);
    await until(async () => (await shownJob(shop, id)).status === "processing");
    await cancel(id);
    gate.open();
    await processing;
    expect([cleaned, (await shownJob(shop, id)).result]).toEqual([["made"], null]);
  });

  it("keeps what a job has that is over", async () => {
    const cleaned: unknown[] = [];
    const work = bench({ cleanUp: async () => void cleaned.push(1) });
    const id = await confirmed(work);
    await work.process(id);
    await work.cleanUp(id);
    expect(cleaned).toEqual([]);
  });

  it("has what a failed job made removed, too", async () => {
    const work = bench({
      process: async () => {
        throw new Refusal("conflict", "no");
      },
      cleanUp: async () => {},
    });
    const id = await confirmed(work);
    await work.process(id);
    expect(await queued(shop)).toContain(`batch-job-clean-up:${id}`);
  });
});

describe("types of plugins", () => {
  const plugged = (type: Partial<Parameters<Bench["providers"]["batchJobs"]["add"]>[0]>) => {
    const work = aWorkbench(shop, []);
    work.providers.batchJobs.add({
      id: "plugged",
      preProcess: async () => ({}),
      process: async () => ({}),
      ...type,
    });
    return work;
  };

  it("run like those of the shop", async () => {
    const work = plugged({
      preProcess: async (job) => ({ result: { will: job.context["will"] } }),
      process: async (job, run) => {
        await run.checkpoint({ result: { step: 1 } });
        return { result: { by: job.createdBy, canceled: await run.isCanceled() } };
      },
    });
    const id = await work.create("plugged", { context: { will: "sing" } });
    await work.prepare(id);
    await work.process(id);
    expect(await shownJob(shop, id)).toMatchObject({
      status: "completed",
      result: { will: "sing", step: 1, by: shop.adminId, canceled: false },
    });
  });

  it("may return nothing at all", async () => {
    const nothing = async () => undefined as never;
    const work = plugged({ preProcess: nothing, process: nothing });
    const id = await confirmed(work, "plugged");
    await work.process(id);
    expect(await shownJob(shop, id)).toMatchObject({ status: "completed", result: null });
  });

  it("continue behind their last checkpoint", async () => {
    const seen: unknown[] = [];
    const trouble = Object.assign(new Error("gone"), { severity: "FATAL", code: "57P01" });
    const work = plugged({
      process: async (job, run) => {
        seen.push(job.result["step"]);
        if (seen.length > 1) return {};
        await run.checkpoint({ result: { step: 1 } });
        const { connect } = shop.db.pool;
        shop.db.pool.connect = () => {
          shop.db.pool.connect = connect;
          throw trouble;
        };
        await run.checkpoint({ result: { step: 2 } });
        return {};
      },
    });
    const id = await confirmed(work, "plugged");
    await expect(work.process(id)).rejects.toBe(trouble);
    await work.process(id, { attempt: 2 });
    expect([seen, (await shownJob(shop, id)).status]).toEqual([[undefined, 1], "completed"]);
  });

  it.each<[string, unknown, string, string]>([
    ["an error", new Error("The chat is full"), "The chat is full", "unknown"],
    ["an error with a code", Object.assign(new Error("No"), { code: "ECONNREFUSED" }), "No", "ECONNREFUSED"],
    ["a text", "just text", "just text", "unknown"],
    ["nothing", undefined, "undefined", "unknown"],
    ["a refusal", new Refusal("not_allowed", "Connect it first"), "Connect it first", "not_allowed"],
  ])("fail with the words of %s they throw", async (_, thrown, message, code) => {
    const work = plugged({
      process: async () => {
        throw thrown;
      },
    });
    const id = await confirmed(work, "plugged");
    await work.process(id);
    const { status, result } = await shownJob(shop, id);
    expect([status, result.errors]).toEqual(["failed", [{ message, code, err: [] }]]);
  });

  it("see that the job was canceled, and can tidy up", async () => {
    const gate = aGate();
    const seen: unknown[] = [];
    const work = plugged({
      process: async (_, run) => {
        await gate.opened;
        seen.push(await run.isCanceled());
        await run.checkpoint({ result: { late: true } });
        return {};
      },
    });
    const id = await confirmed(work, "plugged");
    const processing = work.process(id);
    await until(async () => (await shownJob(shop, id)).status === "processing");
    await cancel(id);
    gate.open();
    await processing;
    expect([seen, (await shownJob(shop, id)).result]).toEqual([[true], null]);
  });

  it("do not fail because they could not continue", async () => {
    const work = plugged({
      process: async (_, run) => {
        try {
          await run.checkpoint({});
        } catch (cause) {
          throw new Error("My own words for it", { cause });
        }
        return {};
      },
    });
    const id = await confirmed(work, "plugged");
    await work.process(id, { isStopping: () => true });
    expect(await shownJob(shop, id)).toMatchObject({ status: "processing", result: null });
    await work.process(id);
    expect((await shownJob(shop, id)).status).toBe("completed");
  });

  it("can take the place of one of the shop's", async () => {
    const work = aWorkbench(shop, [aType()]);
    work.providers.batchJobs.add({
      id: "test",
      preProcess: async () => ({ result: { by: "plugin" } }),
      process: async () => ({}),
    });
    const id = await confirmed(work);
    expect((await shownJob(shop, id)).result).toEqual({ by: "plugin" });
  });
});

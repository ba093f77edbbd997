import { parse } from "csv-parse/sync";
import { configFrom } from "../../../src/config.ts";
import { Graph } from "../../../src/graph/graph.ts";
import { Registry } from "../../../src/graph/registry.ts";
import { Pace } from "../../../src/jobs/pace.ts";
import { createBatchJob } from "../../../src/modules/import-export/batch-jobs/batch-job-changes.ts";
import { batchJobWork, type JobType } from "../../../src/modules/import-export/batch-jobs/index.ts";
import { jobTypeFinder } from "../../../src/modules/import-export/batch-jobs/job-type.ts";
import { entities } from "../../../src/modules.ts";
import { ProviderRegistry } from "../../../src/providers/registry.ts";
import { Client } from "../clients/client.ts";
import { ADMIN, type TestShop } from "../fixtures/shop.ts";
import { until } from "../time/until.ts";

export interface ShownJob {
  id: string;
  type: string;
  status: string;
  dry_run: boolean;
  created_by: string;
  context: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape
  result: any;
  [moment: `${string}_at`]: string | null;
}

type Asks = Pick<TestShop, "admin">;

export async function aJob(
  { admin }: Asks,
  type: string,
  context: Record<string, unknown> = {},
  dry_run = false,
): Promise<ShownJob> {
  const { status, body } = await admin.post("/admin/batch-jobs", { type, context, dry_run });
  if (status !== 201) throw new Error(body.message);
  return body.batch_job;
}

export const shownJob = async ({ admin }: Asks, id: string): Promise<ShownJob> =>
  (await admin.get(`/admin/batch-jobs/${id}`)).body.batch_job;

/** The job once it is in one of these states. */
export async function jobThatIs(shop: Asks, id: string, ...states: string[]): Promise<ShownJob> {
  let job = await shownJob(shop, id);
  await until(async () => {
    job = await shownJob(shop, id);
    return states.includes(job.status);
  });
  return job;
}

export const endedJob = (shop: Asks, id: string) => jobThatIs(shop, id, "completed", "failed", "canceled");

/** The text of a file, by the way that people get it. */
export async function contentOf({ admin }: Asks, fileKey: string): Promise<string> {
  const { body } = await admin.post("/admin/uploads/download-url", { file_key: fileKey });
  const response = await fetch(body.download_url);
  if (response.status !== 200) throw new Error(await response.text());
  return response.text();
}

export type Line = Record<string, string>;

export const linesOf = (csv: string): Line[] => parse(csv, { delimiter: ";", columns: true, bom: true });

/** Runs an export to its end. */
export async function exported(shop: Asks, type: string, context: Record<string, unknown> = {}) {
  const { id } = await aJob(shop, type, context);
  const job = await endedJob(shop, id);
  if (job.status !== "completed") throw new Error(JSON.stringify(job.result));
  const text = await contentOf(shop, job.result.file_key);
  return { job, text, lines: linesOf(text) };
}

/** Another administrator, with a session. */
export async function anotherAdmin(shop: TestShop, email = "second@example.com"): Promise<Client> {
  const { status, body } = await shop.admin.post("/admin/users", { email, password: ADMIN.password });
  if (status !== 200) throw new Error(body.message);
  const client = new Client(shop.baseUrl);
  await client.post("/admin/auth", { email, password: ADMIN.password });
  return client;
}

/** The steps of jobs that wait in the queue: `batch-job-prepare:batch_…`. */
export async function queued(shop: TestShop): Promise<string[]> {
  const rows = await shop.db.run<{ key: string }>({
    text: "select key from graphile_worker.jobs where key like 'batch-job%' and locked_at is null order by id",
    values: [],
  });
  return rows.map(({ key }) => key);
}

/** What the queue would do, done by hand: types of the test's own, in the order the test wants. */
export function aWorkbench(shop: TestShop, types: JobType[]) {
  const providers = new ProviderRegistry();
  const graph = new Graph(shop.db, new Registry(entities));
  const deps = { db: shop.db, graph, providers, config: configFrom({}) };
  const logged: unknown[] = [];
  const log = { error: (details: object) => logged.push((details as { err: unknown }).err) };
  const { tasks } = batchJobWork({ ...deps, log, pace: new Pace(() => Number.NEGATIVE_INFINITY) }, types);
  const step =
    (task: string) =>
    (
      id: string,
      { attempt = 1, isStopping = () => false }: { attempt?: number; isStopping?: () => boolean } = {},
    ) =>
      tasks[task]!({ id }, { attempt, isStopping });
  return {
    deps,
    providers,
    /** Faults that were logged. */
    logged,
    create: async (type: string, { context = {}, dry_run = false } = {}) => {
      const findType = jobTypeFinder(types, providers);
      const job = await createBatchJob(
        { ...deps, findType },
        { type, context, dry_run, createdBy: shop.adminId, granted: "all" },
      );
      return job["id"] as string;
    },
    prepare: step("batch-job-prepare"),
    process: step("batch-job-process"),
    cleanUp: step("batch-job-clean-up"),
    removeInput: step("batch-job-remove-input"),
  };
}

/** A job type whose steps the test decides. */
export const aType = (parts: Partial<JobType> = {}): JobType => ({
  id: "test",
  permission: "import-export:write",
  checkedContext: async (_, context) => context,
  preProcess: async () => ({}),
  process: async () => ({}),
  ...parts,
});

/** Something to wait for. */
export function aGate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

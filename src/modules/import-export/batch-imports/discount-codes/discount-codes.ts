import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import { reading } from "../../../../http/validation.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { onStorage, watchedContent } from "../../../../providers/files/storage-errors.ts";
import { checkDynamicDiscount, createDynamicCodes, listCodes } from "../../../selling/discounts/index.ts";
import {
  csvOf,
  exportName,
  type JobDeps,
  type JobRun,
  type JobType,
  type RunningJob,
} from "../../batch-jobs/index.ts";

/** Excludes letters and digits that look alike. */
const CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Possible codes per created code: makes guessing useless and duplicates rare. */
const MIN_CODES_PER_USED_CODE = 1_000;

export const isLongEnough = (count: number, length: number): boolean =>
  CHARACTERS.length ** length >= count * MIN_CODES_PER_USED_CODE;

/** With 32 characters, random bytes give each character the same probability. */
export const codeFrom = (prefix: string, bytes: Uint8Array): string =>
  prefix + [...bytes].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join("");

const BATCH_SIZE = 500;
const DEFAULT_LENGTH = 10;

const readContext = reading(
  Type.Object({
    discount_id: Type.String({ minLength: 1, maxLength: 255 }),
    count: Type.Integer({ minimum: 1, maximum: 100_000 }),
    prefix: Type.Optional(Type.String({ maxLength: 50, pattern: "^[A-Za-z0-9_-]*$" })),
    length: Type.Optional(Type.Integer({ minimum: 4, maximum: 50 })),
  }),
  { name: "context" },
);

/** Creates many individual codes of a dynamic discount, and a file with the codes. */
export const discountCodes: JobType = {
  id: "discount-codes",
  permission: "discounts:write",
  checkedContext: async ({ db }, context) => {
    const { discount_id, count, length = DEFAULT_LENGTH } = readContext(context);
    if (!isLongEnough(count, length)) {
      throw invalid(`context.length: codes of ${length} characters are too short for ${count} codes`);
    }
    await checkDynamicDiscount(db, discount_id);
    return context;
  },
  preProcess: async ({ db }, { context }) => {
    const { discount_id, count } = readContext(context);
    await checkDynamicDiscount(db, discount_id);
    const message = `There will be ${count} codes created by this action`;
    const stat = { key: "discount-codes-count", name: "Discount codes to create", message };
    return { result: { count, operations: { CODE_CREATE: count }, stat_descriptors: [stat] } };
  },
  process: async (deps, job, run) => {
    await createCodes(job, run);
    return { result: await writeFile(deps, job, run) };
  },
  cleanUp: async ({ providers }, { result }) => {
    const key = result.file_key;
    if (typeof key === "string") await onStorage(() => providers.activeFiles.delete(key));
  },
};

/** Identifies the codes of this job. */
const jobMetadata = ({ id }: RunningJob) => ({ batch_job_id: id });

async function createCodes(job: RunningJob, run: JobRun): Promise<void> {
  const { discount_id: discountId, count, prefix = "", length = DEFAULT_LENGTH } = readContext(job.context);
  let created = Number(job.result.advancement_count ?? 0);
  while (created < count) {
    let next = created;
    await run.inChunk(async (tx) => {
      const batchSize = Math.min(BATCH_SIZE, count - created);
      const codes = Array.from({ length: batchSize }, () => codeFrom(prefix, randomBytes(length)));
      next = created + (await createDynamicCodes(tx, { discountId, codes, metadata: jobMetadata(job) }));
      return { result: { count, advancement_count: next, progress: next / count } };
    });
    created = next;
  }
}

async function writeFile({ db, providers }: JobDeps, job: RunningJob, run: JobRun) {
  const { discount_id: discountId } = readContext(job.context);
  let bytes = 0;
  const encode = (rows: string[][]) => {
    const content = Buffer.from(csvOf(rows));
    bytes += content.length;
    return content;
  };
  async function* content() {
    yield encode([["Code"]]);
    for (let after = ""; ; ) {
      const metadata = JSON.stringify(jobMetadata(job));
      const codes = await listCodes(db, { discountId, metadata, after, limit: 5_000 });
      if (codes.length === 0) return;
      yield encode(codes.map(({ code }) => [code]));
      after = codes.at(-1)!.id;
      await run.throwIfEnded();
    }
  }
  const name = await exportName(db, "discounts", "discount-codes");
  const watched = watchedContent(content());
  const file = { name, type: "text/csv", isPrivate: true, isUniqueName: true, content: watched.content };
  try {
    const { key } = await onStorage(() => providers.activeFiles.save(file));
    return { file_key: key, file_size: bytes };
  } catch (error) {
    throw watched.fault() ?? error;
  }
}

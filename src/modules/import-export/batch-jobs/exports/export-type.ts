import { onStorage } from "../../../../providers/files/storage-problem.ts";
import type { JobDeps, JobType, JobWatch, RunningJob } from "../job-type.ts";
import type { CsvColumn } from "./csv.ts";
import { type ContextRules, type Exported, exportContexts } from "./export-context.ts";
import { ExportFile } from "./export-file.ts";
import { exportName } from "./export-name-store.ts";
import { type PageRequest, rowsInOrder } from "./rows-in-order.ts";

type Json = Record<string, unknown>;

export interface ExportRules<Row extends object, Line, Outline extends object> extends ContextRules {
  /** `product`: also the name of the type and of its files. */
  noun: string;
  /** Rows with all that the lines need. */
  read: (deps: JobDeps, request: PageRequest) => Promise<Row[]>;
  lines: (row: Row) => Line[];
  columns: (exported: Exported, context: Json) => CsvColumn<Line>[];
  /** Looks through all rows before the file is begun. */
  look?: Look<Outline>;
}

/** What has to be known of all rows, kept in the context, e.g. how many columns they need. */
export interface Look<Outline extends object> {
  /** Rows with no more than that needs. */
  read: (deps: JobDeps, request: PageRequest) => Promise<Outline[]>;
  /** What is known before any row was seen. */
  begin: () => Json;
  /** What is known after a row was seen, too. */
  seen: (known: Json, row: Outline) => Json;
}

const ROWS_AT_ONCE = 200;
const OUTLINES_AT_ONCE = 500;
const KEYS_AT_ONCE = 5_000;

/** A type of job that writes rows into a CSV file. */
export function exportType<Row extends object, Line, Outline extends object = never>(
  rules: ExportRules<Row, Line, Outline>,
): JobType {
  const { noun, entity } = rules;
  const contexts = exportContexts(rules);
  const walk = <Read extends object>(
    exported: Exported,
    page: number,
    read: (request: PageRequest) => Promise<Read[]>,
  ) => rowsInOrder({ ...exported, entity, page, read });

  /** The number of rows, and no estimate. It is the same in every order, and by their keys they are found at once. */
  const counted = async (deps: JobDeps, exported: Exported, watch: JobWatch) => {
    let count = 0;
    const keys = { entity, fields: [entity.key] };
    const byKey = { ...exported, order: { field: entity.key, isDescending: false } };
    for await (const rows of walk(byKey, KEYS_AT_ONCE, (request) => deps.graph.rows(keys, request))) {
      count += rows.length;
      await watch.goOn();
    }
    return count;
  };

  const looked = async (look: Look<Outline>, deps: JobDeps, exported: Exported, watch: JobWatch) => {
    let known = look.begin();
    let count = 0;
    for await (const rows of walk(exported, OUTLINES_AT_ONCE, (request) => look.read(deps, request))) {
      known = rows.reduce(look.seen, known);
      count += rows.length;
      await watch.goOn();
    }
    return { known, count };
  };

  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const exported = contexts.exported(job.context);
    const { known = undefined, count } = rules.look
      ? await looked(rules.look, deps, exported, watch)
      : { count: await counted(deps, exported, watch) };
    return { context: known, result: { stat_descriptors: [statOf(noun, count)] } };
  };

  const write: JobType["process"] = async (deps, job, run) => {
    const exported = contexts.exported(job.context);
    // Between a dry run and its confirmation the shop may have changed.
    const known = rules.look && job.isDryRun ? (await looked(rules.look, deps, exported, run)).known : {};
    const columns = rules.columns(exported, { ...job.context, ...known });
    const count = await counted(deps, exported, run);
    const pages = walk(exported, ROWS_AT_ONCE, (request) => rules.read(deps, request));
    const { escapesFormulas } = exported;
    const file = new ExportFile({ columns, lines: rules.lines, count, escapesFormulas }, run);
    const name = await exportName(deps.db, `${noun}s`, `${noun}-export`);
    const result = await file.write(deps, { name, pages });
    return { context: known, result };
  };

  return {
    id: `${noun}-export`,
    checkedContext: async ({ graph }, context) => contexts.checked(graph.registry, context),
    preProcess,
    process: write,
    cleanUp: removeFile,
  };
}

const statOf = (noun: string, count: number) => ({
  key: `${noun}-export-count`,
  name: `${noun[0]!.toUpperCase()}${noun.slice(1)} count to export`,
  message: `There will be ${count} ${noun}s exported by this action`,
});

async function removeFile({ providers }: JobDeps, { result }: RunningJob): Promise<void> {
  const key = result.file_key;
  if (typeof key === "string") await onStorage(() => providers.activeFiles.delete(key));
}

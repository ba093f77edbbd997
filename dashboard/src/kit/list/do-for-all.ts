export interface BulkResult {
  /** The ids of the rows that are done. */
  done: string[];
  failed: { id: string; error: Error }[];
}

export interface BulkRun {
  /** Called now and then. */
  onProgress?(finished: number): void;
  /** Whether the user wants no further row to be begun. */
  isStopped?(): boolean;
}

const AT_ONCE = 4;

/** Drawing the progress of a large page after every row would take longer than the work. */
const SELDOM = 250;

/** Does the work for each id, a few at once. One that fails does not stop the others. */
export async function doForAll(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  { onProgress, isStopped }: BulkRun = {},
): Promise<BulkResult> {
  const waiting = [...ids];
  const result: BulkResult = { done: [], failed: [] };
  let reported = 0;
  const report = () => {
    const finished = result.done.length + result.failed.length;
    if (finished < ids.length && performance.now() - reported < SELDOM) return;
    reported = performance.now();
    onProgress?.(finished);
  };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (isStopped?.()) return;
      try {
        await work(id);
        result.done.push(id);
      } catch (error) {
        result.failed.push({ id, error: error as Error });
      }
      report();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

const CHUNK = 200;

/**
 * One request for many rows: all of a request are done, or none of them. After a refusal each of its rows gets a request of its own,
 * so that one bad row does not stop the others.
 */
export async function doInChunks(
  ids: readonly string[],
  work: (ids: string[]) => Promise<unknown>,
  { onProgress, isStopped }: BulkRun = {},
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  for (let start = 0; start < ids.length && !isStopped?.(); start += CHUNK) {
    const some = ids.slice(start, start + CHUNK);
    try {
      await work(some);
      result.done.push(...some);
    } catch {
      const { done, failed } = await doForAll(some, (id) => work([id]), { ...(isStopped && { isStopped }) });
      result.done.push(...done);
      result.failed.push(...failed);
    }
    onProgress?.(start + some.length);
  }
  return result;
}

interface Page<Row> {
  rows: readonly Row[];
  /** As the server has applied it. */
  limit: number;
}

/** The rows of all pages. A row that moved to a later page meanwhile is there once. */
export async function readAllPages<Row extends { id: string }>(
  read: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const all = new Map<string, Row>();
  for (let offset = 0; ; ) {
    const { rows, limit } = await read({ limit: 1_000, offset });
    for (const row of rows) all.set(row.id, row);
    offset += rows.length;
    if (rows.length === 0 || rows.length < limit) return [...all.values()];
  }
}

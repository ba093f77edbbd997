export interface BulkResult {
  done: number;
  failed: { id: string; error: Error }[];
}

const AT_ONCE = 4;

/** Drawing the progress of a large page after every row would take longer than the work. */
const SELDOM = 250;

/** Does the work for each id, a few at once. One that fails does not stop the others. `onProgress` is called now and then. */
export async function doForAll(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onProgress: (finished: number) => void = () => {},
): Promise<BulkResult> {
  const waiting = [...ids];
  const result: BulkResult = { done: 0, failed: [] };
  let reported = 0;
  const report = () => {
    const finished = result.done + result.failed.length;
    if (finished < ids.length && performance.now() - reported < SELDOM) return;
    reported = performance.now();
    onProgress(finished);
  };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await work(id);
        result.done++;
      } catch (error) {
        result.failed.push({ id, error: error as Error });
      }
      report();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

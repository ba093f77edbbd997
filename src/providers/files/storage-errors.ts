import { Readable } from "node:stream";
import { Refusal } from "../../kernel/refusal.ts";

/** A full disk or an unavailable bucket is not a client error: 503. Only the log has the reason. */
export const storageProblem = (cause: unknown): Error =>
  Object.assign(
    new Refusal("unexpected_state", "Files cannot be stored or read right now.", "storage_unavailable"),
    {
      cause,
    },
  );

/** Runs a storage operation. Its errors never expose paths or addresses. */
export async function onStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? error : storageProblem(error);
  }
}

/** Content to store, and the error that ended it early. */
interface WatchedContent {
  content: Readable;
  /** The original error of the content, even if the storage has wrapped it. Undefined if the storage failed. */
  fault(): unknown;
}

/** A stream of generated chunks. */
export function watchedContent(pieces: AsyncIterable<Buffer>): WatchedContent {
  let fault: unknown;
  let isWithReader = false;
  async function* watched() {
    try {
      for await (const piece of pieces) {
        isWithReader = true;
        yield piece;
        isWithReader = false;
      }
    } catch (error) {
      if (!isWithReader) fault = error;
      throw error;
    }
  }
  return { content: Readable.from(watched(), { objectMode: false }), fault: () => fault };
}

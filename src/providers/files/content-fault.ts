import { Readable } from "node:stream";

/** Content to store, and the error that ended it early. */
export interface WatchedContent {
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

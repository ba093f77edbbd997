import { Readable } from "node:stream";

/** What is to be stored, and why it ended too early. */
export interface WatchedContent {
  content: Readable;
  /** However the storage has wrapped it. Nothing where it is the storage that gave up: then the content is all right. */
  fault(): unknown;
}

/** A stream of what is made piece by piece. */
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

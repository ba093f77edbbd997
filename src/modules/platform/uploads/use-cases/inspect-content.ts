import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { asRefusal } from "../../../../http/multipart.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { HEAD_BYTES } from "../../../../providers/files/content-shape.ts";

export interface InspectedContent {
  /** The first bytes. */
  head: Buffer;
  /** All bytes, including the first ones; fails when there are too many or the upload breaks off. */
  content: Readable;
  /** SHA-256 of the bytes read so far. */
  digest(): string;
  /** Why the content failed; the storage may have wrapped the error. */
  inputError(): Refusal | undefined;
}

/** Reads the beginning of a stream and checks the rest while it passes through, without buffering it. */
export async function inspectContent(source: Readable, limit: number): Promise<InspectedContent> {
  const hash = createHash("sha256");
  let inputError: Refusal | undefined;
  let isConsumerActive = false;
  let size = 0;
  async function* checkedChunks() {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) {
          throw new Refusal("invalid_data", `files must not be larger than ${limit} bytes each`, "too_large");
        }
        hash.update(chunk);
        isConsumerActive = true;
        yield chunk;
        isConsumerActive = false;
      }
    } catch (error) {
      // An error of the storage arrives here as well; it is no error of the input.
      if (isConsumerActive) throw error;
      inputError = asRefusal(error);
      throw inputError;
    }
  }
  const chunks = checkedChunks();
  const first: Buffer[] = [];
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
  }
  return {
    head: Buffer.concat(first).subarray(0, HEAD_BYTES),
    content: Readable.from(concatenated(first, chunks), { objectMode: false }),
    digest: () => hash.copy().digest("hex"),
    inputError: () => inputError,
  };
}

async function* concatenated(first: Buffer[], rest: AsyncGenerator<Buffer>) {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

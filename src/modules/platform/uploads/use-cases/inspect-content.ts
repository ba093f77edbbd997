import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { asRefusal } from "../../../../http/multipart.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { HEAD_BYTES } from "../../../../providers/files/content-shape.ts";

export interface InspectedContent {
  /** The first bytes. */
  head: Buffer;
  /** All bytes, the first ones too; fails when they are too many or do not all arrive. */
  content: Readable;
  /** Of the bytes read so far. */
  digest(): string;
  /** Why the content failed, however the one who read it has wrapped that. */
  fault(): Refusal | undefined;
}

/** Reads the beginning of a stream and watches over the rest, which passes through piece by piece. */
export async function inspectContent(source: Readable, limit: number): Promise<InspectedContent> {
  const hash = createHash("sha256");
  let fault: Refusal | undefined;
  let isWithReader = false;
  let size = 0;
  async function* watched() {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) {
          throw new Refusal("invalid_data", `files must not be larger than ${limit} bytes each`, "too_large");
        }
        hash.update(chunk);
        isWithReader = true;
        yield chunk;
        isWithReader = false;
      }
    } catch (error) {
      // A storage that gives up says so here, too; but nothing is wrong with what was sent.
      if (isWithReader) throw error;
      fault = asRefusal(error);
      throw fault;
    }
  }
  const chunks = watched();
  const first: Buffer[] = [];
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
  }
  return {
    head: Buffer.concat(first).subarray(0, HEAD_BYTES),
    content: Readable.from(joined(first, chunks), { objectMode: false }),
    digest: () => hash.copy().digest("hex"),
    fault: () => fault,
  };
}

async function* joined(first: Buffer[], rest: AsyncGenerator<Buffer>) {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

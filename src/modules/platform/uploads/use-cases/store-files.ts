import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { asRefusal, type SentFile } from "../../../../http/multipart.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { nameByContent } from "../../../../providers/files/file-name.ts";
import { HEAD_BYTES, typeOfName } from "../../../../providers/files/file-types.ts";
import { onStorage } from "../../../../providers/files/storage-errors.ts";
import type { FileProvider, StoredFile } from "../../../../providers/ports/files.ts";

interface UploadRequest {
  sent: AsyncIterable<SentFile>;
  isPrivate: boolean;
  /** The largest size of one file, in bytes. */
  limit: number;
}

/** A file that was stored, and what is known about it. */
export interface SavedFile extends StoredFile {
  name: string;
  type: string;
  size: number;
}

const LINK_SECONDS = 60 * 60;

/**
 * Stores the files before it claims the Idempotency-Key: the fingerprint is known only after reading them. If the key
 * belongs to an `earlier` request, the files are deleted again.
 */
export async function uploadOnce<Earlier>(
  files: FileProvider,
  upload: UploadRequest,
  claimKey: (fingerprint: string) => Promise<Earlier | null>,
) {
  const { stored, fingerprint } = await storeFiles(files, upload);
  try {
    const earlier = await claimKey(fingerprint);
    if (earlier) await removeFiles(files, stored);
    return {
      earlier,
      uploads: earlier ? [] : await Promise.all(stored.map((file) => withLink(files, file))),
      saved: earlier ? [] : stored,
    };
  } catch (error) {
    await removeFiles(files, stored);
    throw error;
  }
}

const withLink = async (files: FileProvider, { key, url }: StoredFile) => ({
  url: url ?? (await downloadLink(files, key)),
  key,
});

/** A link that expires. */
export const downloadLink = (files: FileProvider, key: string): Promise<string> =>
  onStorage(() => files.downloadUrl(key, { seconds: LINK_SECONDS }));

export const deleteFile = (files: FileProvider, key: string): Promise<void> =>
  onStorage(() => files.delete(key));

interface StoredUpload {
  stored: SavedFile[];
  /** Hash of the names, types and contents, for the Idempotency-Key. */
  fingerprint: string;
}

/** Stores all files of an upload or none. */
async function storeFiles(files: FileProvider, upload: UploadRequest): Promise<StoredUpload> {
  const stored: SavedFile[] = [];
  const all = createHash("sha256");
  try {
    for await (const file of upload.sent) {
      const saved = await storeFile(files, file, upload);
      if (!saved) continue;
      stored.push(saved.saved);
      all.update(JSON.stringify([file.name, file.type, saved.digest]));
    }
    if (stored.length === 0) throw invalid("files should not be empty");
  } catch (error) {
    await removeFiles(files, stored);
    throw error;
  }
  return { stored, fingerprint: all.digest("hex") };
}

async function storeFile(files: FileProvider, file: SentFile, { isPrivate, limit }: UploadRequest) {
  const { head, content, digest, size, inputError: fault } = await inspectContent(file.content, limit);
  // A browser sends no name and no content for a field that was left empty.
  if (file.name === "" && head.length === 0) return null;
  const name = nameByContent(file.name, head, file.type);
  const { type } = typeOfName(name);
  try {
    const saved = await onStorage(() => files.save({ name, type, isPrivate, content }));
    return { saved: { ...saved, name: file.name || name, type, size: size() }, digest: digest() };
  } catch (error) {
    throw fault() ?? error;
  }
}

/** Undoes an upload. A file that cannot be deleted stays in the storage and does not fail the request. */
async function removeFiles(files: FileProvider, stored: readonly StoredFile[]): Promise<void> {
  await Promise.allSettled(stored.map(({ key }) => files.delete(key)));
}

interface InspectedContent {
  /** The first bytes. */
  head: Buffer;
  /** All bytes, including the first ones; fails when there are too many or the upload breaks off. */
  content: Readable;
  /** SHA-256 of the bytes read so far. */
  digest(): string;
  /** The number of bytes read so far. */
  size(): number;
  /** Why the content failed; the storage may have wrapped the error. */
  inputError(): Refusal | undefined;
}

/** Reads the beginning of a stream and checks the rest while it passes through, without buffering it. */
async function inspectContent(source: Readable, limit: number): Promise<InspectedContent> {
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
    size: () => size,
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

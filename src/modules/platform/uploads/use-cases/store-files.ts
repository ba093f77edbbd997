import { createHash } from "node:crypto";
import type { SentFile } from "../../../../http/multipart.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { nameByContent } from "../../../../providers/files/file-name.ts";
import { typeOfName } from "../../../../providers/files/file-types.ts";
import { onStorage } from "../../../../providers/files/storage-problem.ts";
import type { FileProvider, StoredFile } from "../../../../providers/ports/files.ts";
import { inspectContent } from "./inspect-content.ts";

export interface UploadRequest {
  sent: AsyncIterable<SentFile>;
  isPrivate: boolean;
  /** The largest size of one file, in bytes. */
  limit: number;
}

export interface StoredUpload {
  stored: StoredFile[];
  /** Hash of the names, types and contents, for the Idempotency-Key. */
  fingerprint: string;
}

/** Stores all files of an upload or none. */
export async function storeFiles(files: FileProvider, upload: UploadRequest): Promise<StoredUpload> {
  const stored: StoredFile[] = [];
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
  const { head, content, digest, inputError: fault } = await inspectContent(file.content, limit);
  // A browser sends no name and no content for a field that was left empty.
  if (file.name === "" && head.length === 0) return null;
  const name = nameByContent(file.name, head, file.type);
  const { type } = typeOfName(name);
  try {
    const saved = await onStorage(() => files.save({ name, type, isPrivate, content }));
    return { saved, digest: digest() };
  } catch (error) {
    throw fault() ?? error;
  }
}

/** Undoes an upload. A file that cannot be deleted stays in the storage and does not fail the request. */
export async function removeFiles(files: FileProvider, stored: readonly StoredFile[]): Promise<void> {
  await Promise.allSettled(stored.map(({ key }) => files.delete(key)));
}

import { createHash } from "node:crypto";
import type { SentFile } from "../../../../http/multipart.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { nameByContent } from "../../../../providers/files/file-name.ts";
import { typeOfName } from "../../../../providers/files/file-types.ts";
import { onStorage } from "../../../../providers/files/storage-problem.ts";
import type { FileProvider, StoredFile } from "../../../../providers/ports/files.ts";
import { inspectContent } from "./inspect-content.ts";

export interface NewUpload {
  sent: AsyncIterable<SentFile>;
  isPrivate: boolean;
  /** Bytes of one file. */
  limit: number;
}

export interface Upload {
  stored: StoredFile[];
  /** Stands for what was sent: names, types and every byte. */
  fingerprint: string;
}

/** All files of an upload are kept, or none. */
export async function storeFiles(files: FileProvider, upload: NewUpload): Promise<Upload> {
  const stored: StoredFile[] = [];
  const all = createHash("sha256");
  try {
    for await (const file of upload.sent) {
      const kept = await storeFile(files, file, upload);
      if (!kept) continue;
      stored.push(kept.saved);
      all.update(JSON.stringify([file.name, file.type, kept.digest]));
    }
    if (stored.length === 0) throw invalid("files should not be empty");
  } catch (error) {
    await removeFiles(files, stored);
    throw error;
  }
  return { stored, fingerprint: all.digest("hex") };
}

async function storeFile(files: FileProvider, file: SentFile, { isPrivate, limit }: NewUpload) {
  const { head, content, digest, fault } = await inspectContent(file.content, limit);
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

/** Undoes an upload. What cannot be removed now is left to whoever cares for the storage, the request goes on. */
export async function removeFiles(files: FileProvider, stored: readonly StoredFile[]): Promise<void> {
  await Promise.allSettled(stored.map(({ key }) => files.delete(key)));
}

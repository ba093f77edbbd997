import type { Db } from "../../../../db/database.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import type { FileProvider } from "../../../../providers/ports/files.ts";
import type { MediaUse } from "../media-graph.ts";
import { deleteMediaOfFile, deleteMediaRow, insertMedia } from "../media-store.ts";
import { deleteFile, type SavedFile } from "./store-files.ts";

/** Adds uploads to the library. Protected files are no part of it. */
export const addToLibrary = (db: Db, saved: readonly SavedFile[]): Promise<void> =>
  insertMedia(
    db,
    saved.flatMap(({ key, url, name, type, size }) =>
      url === null ? [] : [{ url, name: name.slice(0, 255), file_key: key, type, size }],
    ),
  );

interface Deps {
  db: Db;
  files: FileProvider;
}

/** Deletes a file by its key, as v1 does. */
export async function deleteByKey({ db, files }: Deps, key: string): Promise<void> {
  await deleteFile(files, key);
  await deleteMediaOfFile(db, key);
}

interface Deletion {
  media: { id: string; file_key: string | null; is_logo: boolean; uses: readonly MediaUse[] };
  /** Although products or invoices show it. */
  isForced: boolean;
}

/** The file is deleted first: if the storage fails, the entry is still there to try again. */
export async function deleteMedia({ db, files }: Deps, { media, isForced }: Deletion): Promise<void> {
  const [use] = media.uses;
  if (use && !isForced) throw notAllowed(`The product ${use.title} shows this picture`);
  if (media.is_logo && !isForced) throw notAllowed("The invoices of the shop show this picture as its logo");
  if (media.file_key) await deleteFile(files, media.file_key);
  await deleteMediaRow(db, media.id);
}

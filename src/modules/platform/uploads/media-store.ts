import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";

export interface NewMedia {
  url: string;
  name: string;
  file_key: string;
  type: string;
  size: number;
}

const insert = compiledReturningWrite(
  "media-insert",
  { inserts: ["tradewind.media"], updates: ["tradewind.media"] },
  (p: { rows: string }) => sql<unknown>`
    insert into tradewind.media (id, url, name, file_key, type, size)
    select id, url, name, file_key, type, size from jsonb_to_recordset(${p.rows}::jsonb)
      as added(id text, url text, name text, file_key text, type text, size bigint)
    on conflict (md5(url)) do update set file_key = excluded.file_key, type = excluded.type, size = excluded.size`,
);

/** The database stores no text with a NUL. */
const named = (file: NewMedia) => ({
  ...file,
  id: newId("media"),
  name: file.name.replaceAll("\0", "") || "file",
});

export async function insertMedia(on: Connection, files: readonly NewMedia[]): Promise<void> {
  if (files.length === 0) return;
  await insert(on, { rows: JSON.stringify(files.map(named)) });
}

const removeByKey = compiledReturningWrite(
  "media-delete-by-key",
  { deletes: ["tradewind.media"] },
  (p: { key: string }) => sql<unknown>`delete from tradewind.media where file_key = ${p.key}`,
);

/** The file is gone. */
export async function deleteMediaOfFile(on: Connection, key: string): Promise<void> {
  await removeByKey(on, { key });
}

const removeById = compiledReturningWrite(
  "media-delete",
  { deletes: ["tradewind.media"] },
  (p: { id: string }) => sql<unknown>`delete from tradewind.media where id = ${p.id}`,
);

export async function deleteMediaRow(on: Connection, id: string): Promise<void> {
  await removeById(on, { id });
}

import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { rowsOf, type Sides } from "./connection.ts";
import type { Table } from "./tables.ts";

/** Number of the rows, and a checksum that does not depend on their order. */
export interface Digest {
  rows: string;
  sum: string;
}

// Not hashtext, whose results may differ between versions and processors, and not md5, which some servers forbid.
export async function digestOf(client: pg.Client, { columns }: Table, rows: string): Promise<Digest> {
  const hash = `encode(sha256(convert_to(row(${columns.join(", ")})::text, 'UTF8')), 'hex')`;
  const [digest] = await rowsOf<Digest>(
    client,
    `select count(*)::text as rows, coalesce(sum(('x' || left(${hash}, 16))::bit(64)::bigint), 0)::text as sum
     from ${rows}`,
  );
  return digest!;
}

export const isSame = (one: Digest, other: Digest) => one.rows === other.rows && one.sum === other.sum;

/** Replaces the rows of a table by those of the source, in one transaction. Holds only a few buffers in memory. */
export async function copyTable(
  { source, target }: Sides,
  { name, copied, rows }: Table,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const columns = copied.join(", ");
  await target.query("begin");
  await target.query(`truncate ${name}`);
  await pipeline(
    source.query(to(`copy (select ${columns} from ${rows}) to stdout`)),
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        onBytes(chunk.length);
        yield chunk;
      }
    },
    target.query(from(`copy ${name} (${columns}) from stdin`)),
  );
  await target.query("commit");
}

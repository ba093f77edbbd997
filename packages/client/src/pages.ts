interface Page {
  count?: number;
  limit?: number;
  rows?: unknown;
}

/** Up to here the server counts; beyond, `count` is an estimate. */
const COUNTED = 10_000;

/** The list of a page: the rows of a report, or the only list that there is. */
function rowsOf(page: Page): unknown[] {
  const lists = [page.rows, ...Object.values(page)].filter((value) => Array.isArray(value));
  return lists[0] ?? [];
}

const idOf = (row: unknown) => (row as { id?: unknown } | null)?.id;

/** Whether no row is after these. A list without `limit` and `count` ends with an empty page. */
function isLast({ count, limit }: Page, { rows, end }: { rows: number; end: number }): boolean {
  if (rows === 0 || (limit !== undefined && rows < limit)) return true;
  return count !== undefined && count <= COUNTED && end >= count;
}

/** The rows of all pages. One that is added meanwhile moves others to the next page: what came before is left out there. */
export async function* rowsOfPages(
  read: (offset: number) => Promise<unknown>,
  start = 0,
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<unknown>();
  for (let offset = start; ; ) {
    const page = (await read(offset)) as Page;
    const rows = rowsOf(page);
    for (const row of rows) {
      const id = idOf(row);
      if (id !== undefined && seen.has(id)) continue;
      seen.add(id);
      yield row;
    }
    offset += rows.length;
    if (isLast(page, { rows: rows.length, end: offset })) return;
  }
}

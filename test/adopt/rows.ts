import { inDatabase } from "./databases.ts";

/** What a table holds: how many rows, the sum of each whole number in them, and a digest of all. */
export interface Content {
  count: string;
  sums: Record<string, string>;
  digest: string;
}

/** The columns of v1's tables, to find them again after the adoption. */
export type Columns = Map<string, { name: string; isWhole: boolean }[]>;

/** v1's own list of migrations is none of the shop's. */
const columnsStatement = `
  select table_name as table, column_name as name, data_type in ('integer', 'bigint') as "isWhole"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
  order by table_name, ordinal_position`;

export const columnsOf = (url: string): Promise<Columns> =>
  inDatabase(url, async (ask) => {
    const columns: Columns = new Map();
    for (const { table, ...column } of await ask<{ table: string; name: string; isWhole: boolean }>(
      columnsStatement,
    ))
      columns.set(table, [...(columns.get(table) ?? []), column]);
    return columns;
  });

/** What the given columns hold. A table or column that is gone fails. */
export const contentOf = (url: string, columns: Columns): Promise<Map<string, Content>> =>
  inDatabase(url, async (ask) => {
    const contents = new Map<string, Content>();
    for (const [table, all] of columns) {
      const sums = all.filter(({ isWhole }) => isWhole).map(({ name }) => `'${name}', sum("${name}")::text`);
      const list = all.map(({ name }) => `"${name}"`).join(", ");
      const [content] = await ask<Content>(
        `select count(*) as count, json_build_object(${sums.join(", ")}) as sums,
           coalesce(sum(hashtextextended((row(${list}))::text, 0)), 0)::text as digest
         from public."${table}"`,
      );
      contents.set(table, content!);
    }
    return contents;
  });

/** Which tables hold something else now. */
export function changesBetween(before: Map<string, Content>, after: Map<string, Content>): string[] {
  return [...before].flatMap(([table, was]) => {
    const is = after.get(table)!;
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const sums = Object.entries(was.sums).filter(([name, sum]) => is.sums[name] !== sum);
    const told = [
      ...(was.count === is.count ? [] : [`${was.count} rows before, ${is.count} now`]),
      ...sums.map(([name, sum]) => `sum of ${name} ${sum} before, ${is.sums[name]} now`),
    ];
    return [`${table}: ${told.join("; ") || "other values"}`];
  });
}

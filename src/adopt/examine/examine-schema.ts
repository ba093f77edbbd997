import type { Column, Table } from "../catalogue.ts";
import type { Finding } from "../finding.ts";
import { counted, type Examination, listed, note, stop } from "./examination.ts";

/** Tables that v1 has in both, as they are found and as they are to be. */
export const sharedTables = ({ found, target }: Pick<Examination, "found" | "target">) =>
  target.v1.tables.flatMap((wanted) => {
    const existing = found.tables.find(({ name }) => name === wanted.name);
    return existing ? [{ existing, wanted }] : [];
  });

/** Columns that fill themselves: identity and generated ones have no default in the catalogue. */
const SELF_FILLED = `select relname || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and attnum > 0 and (attidentity <> '' or attgenerated <> '')`;

export async function examineColumns(examination: Examination): Promise<Finding[]> {
  const filled = (await examination.rows<{ name: string }>("columns", SELF_FILLED)) ?? [];
  const selfFilled = new Set(filled.map(({ name }) => name));
  const added = sharedTables(examination).flatMap(({ existing, wanted }) => addedColumns(existing, wanted));
  const mustBeGiven = added.filter(
    ({ name, column }) => column.isNotNull && column.default === null && !selfFilled.has(name),
  );
  const kept = added.filter((each) => !mustBeGiven.includes(each)).map(({ name }) => name);
  return [
    ...mustBeGiven.map(({ name }) =>
      stop(
        "plugin_column_required",
        `The column ${name} of a plugin must have a value and has no default, so Tradewind could write no row. Run: ${loosen(name)}`,
        { column: name },
      ),
    ),
    ...(kept.length > 0
      ? [
          note(
            "plugin_columns",
            `${counted(kept.length, "column of a plugin stays", "columns of plugins stay")}, unused by Tradewind: ${listed(kept)}.`,
            { columns: kept },
          ),
        ]
      : []),
    ...sharedTables(examination).flatMap(({ existing, wanted }) => changedColumns(existing, wanted)),
  ];
}

const addedColumns = (existing: Table, wanted: Table) =>
  existing.columns
    .filter((column) => !wanted.columns.some(({ name }) => name === column.name))
    .map((column) => ({ name: `${existing.name}.${column.name}`, column }));

const loosen = (name: string) => {
  const [table, column] = name.split(".");
  return `ALTER TABLE public."${table}" ALTER COLUMN "${column}" DROP NOT NULL`;
};

function changedColumns(existing: Table, wanted: Table): Finding[] {
  return wanted.columns.flatMap((column) => {
    const found = existing.columns.find(({ name }) => name === column.name);
    return found ? differences(`${wanted.name}.${column.name}`, found, column) : [];
  });
}

function differences(name: string, found: Column, wanted: Column): Finding[] {
  if (withoutSchema(found.type) !== withoutSchema(wanted.type)) {
    return [
      stop(
        "column_type",
        `The column ${name} is ${withoutSchema(found.type)} and was ${withoutSchema(wanted.type)} in v1. Change it back first.`,
        { column: name, found: found.type, expected: wanted.type },
      ),
    ];
  }
  if (found.isNotNull && !wanted.isNotNull) {
    return [
      stop(
        "column_required",
        `The column ${name} may be empty in v1, and must have a value in this database. Run: ${loosen(name)}`,
        { column: name },
      ),
    ];
  }
  return [];
}

const withoutSchema = (type: string) => type.replace(/^public\./, "");

/** Columns of v1 that may be empty here although v1 always fills them. The switch does not change that; empty ones stop it. */
export async function examineEmptyColumns(examination: Examination): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { existing, wanted } of sharedTables(examination)) {
    for (const column of wanted.columns.filter(({ isNotNull }) => isNotNull)) {
      const isLoose = existing.columns.some(({ name, isNotNull }) => name === column.name && !isNotNull);
      if (isLoose) findings.push(...(await emptyFindings(examination, existing.name, column.name)));
    }
  }
  return findings;
}

async function emptyFindings({ rows }: Examination, table: string, column: string): Promise<Finding[]> {
  const name = `${table}.${column}`;
  const [found] =
    (await rows<{ count: number }>(
      `empty values of ${name}`,
      `select count(*)::int as count from public."${table}" where "${column}" is null`,
    )) ?? [];
  if (found && found.count > 0) {
    return [
      stop(
        "column_empty",
        `${counted(found.count, "row has", "rows have")} no value in ${name}, which v1 always fills. Fill it first.`,
        { column: name, rows: found.count },
      ),
    ];
  }
  return [
    note(
      "column_optional",
      `The column ${name} may be empty in this database, and must have a value in v1.`,
      {
        column: name,
      },
    ),
  ];
}

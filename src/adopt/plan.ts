import type { Catalogue, Column, Named, Table } from "./catalogue.ts";
import { createIndex, quoted } from "./sql.ts";
import type { AddedIndex, Target } from "./target-catalogue.ts";
import { replacedNames } from "./v1-names.ts";

/** One change of the schema, and the statement that reverses it. */
export interface Change {
  apply: string;
  undo: Undo;
}

export interface Undo {
  statement: string;
  /** An index to build before the tables are locked. */
  index?: string;
  /** A table that is only dropped while it has no rows. */
  emptyTable?: string;
}

const inPublic = (table: string) => `public.${quoted(table)}`;
const alter = (table: string, change: string) => `alter table ${inPublic(table)} ${change}`;

/** The changes that give the tables of v1 the names, columns and constraints of Tradewind. Indexes are built before. */
export function planChanges(found: Catalogue, { v1: target }: Target): Change[] {
  const tables = new Map(found.tables.map((table) => [table.name, table]));
  const pairs = target.tables.map((table) => ({ table, existing: tables.get(table.name) }));
  const missing = pairs.filter(({ existing }) => !existing).map(({ table }) => table);
  const changed = pairs.flatMap(({ table, existing }) => (existing ? [{ table, existing }] : []));
  return [
    ...missingEnums(found, target),
    ...missing.map(createTable),
    ...changed.flatMap(({ table, existing }) => missingColumns(existing, table)),
    ...changed.flatMap(({ existing }) => droppedParts(existing)),
    ...changed.flatMap(({ table, existing }) => namesOfIndexes(existing, table)),
    // Foreign keys come last: they refer to keys of other tables.
    ...[false, true].flatMap((isForeign) => [
      ...missing.flatMap((table) => newConstraints(table, isForeign)),
      ...changed.flatMap(({ table, existing }) => changedConstraints(existing, table, isForeign)),
    ]),
    ...missing.flatMap(newIndexes),
  ];
}

/** The indexes that are not there under any name, on tables that are there. */
export function missingIndexes(found: Catalogue, target: Target): AddedIndex[] {
  const tables = new Map(found.tables.map((table) => [table.name, table]));
  const ofV1 = target.v1.tables.flatMap(({ name, indexes }) =>
    indexes.map((index) => ({ table: name, ...index })),
  );
  const isMissing = ({ table, definition }: AddedIndex, name?: string) =>
    tables
      .get(table)
      ?.indexes.every(
        (index) => index.definition !== definition || (name !== undefined && index.name !== name),
      ) ?? false;
  return [
    ...ofV1.filter((index) => isMissing(index)),
    // A migration makes them by their names.
    ...target.addedIndexes.filter((index) => isMissing(index, index.name)),
  ];
}

function missingEnums(found: Catalogue, target: Catalogue): Change[] {
  return Object.entries(target.enums)
    .filter(([name]) => !found.enums[name])
    .map(([name, labels]) => ({
      apply: `create type ${inPublic(name)} as enum (${labels.map((label) => `'${label}'`).join(", ")})`,
      undo: { statement: `drop type ${inPublic(name)}` },
    }));
}

const columnText = ({ name, type, isNotNull, default: value }: Column) =>
  [
    quoted(name),
    type,
    ...(isNotNull ? ["not null"] : []),
    ...(value === null ? [] : [`default ${value}`]),
  ].join(" ");

const createTable = ({ name, columns }: Table): Change => ({
  apply: `create table ${inPublic(name)} (${columns.map(columnText).join(", ")})`,
  undo: { statement: `drop table ${inPublic(name)}`, emptyTable: name },
});

function missingColumns(existing: Table, target: Table): Change[] {
  const known = new Set(existing.columns.map(({ name }) => name));
  return target.columns
    .filter(({ name }) => !known.has(name))
    .map((column) => ({
      apply: alter(target.name, `add column ${columnText(column)}`),
      undo: { statement: alter(target.name, `drop column ${quoted(column.name)}`) },
    }));
}

function droppedParts({ name: table, constraints, indexes }: Table): Change[] {
  const replaced = ({ name }: Named) => replacedNames.has(name);
  return [
    ...constraints.filter(replaced).map(({ name, definition }) => ({
      apply: alter(table, `drop constraint ${quoted(name)}`),
      undo: {
        // Only unique constraints are replaced. Their index is built before.
        index: createIndex({ table, name, definition: uniqueIndex(table, definition) }),
        statement: alter(table, `add constraint ${quoted(name)} unique using index ${quoted(name)}`),
      },
    })),
    ...indexes.filter(replaced).map(({ name, definition }) => ({
      apply: `drop index ${inPublic(name)}`,
      undo: { index: createIndex({ table, name, definition }), statement: "" },
    })),
  ];
}

const uniqueIndex = (table: string, definition: string) =>
  `CREATE UNIQUE INDEX ON ${inPublic(table)} ${definition.replace(/^UNIQUE /, "USING btree ")}`;

const newIndexes = ({ name: table, indexes }: Table): Change[] =>
  // They are dropped with their table.
  indexes.map((index) => ({ apply: createIndex({ table, ...index }), undo: { statement: "" } }));

function namesOfIndexes(existing: Table, target: Table): Change[] {
  return target.indexes.flatMap(({ name, definition }) => {
    if (existing.indexes.some((index) => index.name === name)) return [];
    const same = existing.indexes.find(
      (index) => index.definition === definition && !replacedNames.has(index.name),
    );
    if (!same) throw new Error(`the index ${name} on ${target.name} was not built`);
    return [
      {
        apply: `alter index ${inPublic(same.name)} rename to ${quoted(name)}`,
        undo: { statement: `alter index ${inPublic(name)} rename to ${quoted(same.name)}` },
      },
    ];
  });
}

const isForeignKey = ({ definition }: Named) => definition.startsWith("FOREIGN KEY");

const addConstraint = (table: string, { name, definition }: Named): Change => ({
  apply: alter(table, `add constraint ${quoted(name)} ${definition}`),
  undo: { statement: alter(table, `drop constraint if exists ${quoted(name)}`) },
});

const newConstraints = ({ name, constraints }: Table, isForeign: boolean): Change[] =>
  constraints
    .filter((constraint) => isForeignKey(constraint) === isForeign)
    .map((constraint) => ({ ...addConstraint(name, constraint), undo: { statement: "" } }));

function changedConstraints(existing: Table, target: Table, isForeign: boolean): Change[] {
  return target.constraints
    .filter((constraint) => isForeignKey(constraint) === isForeign)
    .flatMap((wanted) => {
      const same = existing.constraints.find(({ definition }) => definition === wanted.definition);
      if (same?.name === wanted.name) return [];
      if (same) return [renameConstraint(target.name, same.name, wanted.name)];
      return [constraintFromIndex(existing, wanted) ?? addConstraint(target.name, wanted)];
    });
}

const renameConstraint = (table: string, before: string, after: string): Change => ({
  apply: alter(table, `rename constraint ${quoted(before)} to ${quoted(after)}`),
  undo: { statement: alter(table, `rename constraint ${quoted(after)} to ${quoted(before)}`) },
});

/** Foreign keys need the index of v1: it becomes the one of the constraint, and stays that when the adoption is undone. */
function constraintFromIndex({ name: table, indexes }: Table, { name, definition }: Named): Change | null {
  const columns = definition.replace(/^UNIQUE /, "");
  const same = indexes.find(
    (index) =>
      index.definition.startsWith("CREATE UNIQUE") && index.definition.endsWith(` USING btree ${columns}`),
  );
  return same
    ? {
        apply: alter(table, `add constraint ${quoted(name)} unique using index ${quoted(same.name)}`),
        undo: { statement: alter(table, `rename constraint ${quoted(name)} to ${quoted(same.name)}`) },
      }
    : null;
}

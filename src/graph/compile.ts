import { createHash } from "node:crypto";
import { fieldColumns } from "./custom-fields/selected-fields.ts";
import { type Entity, quoted, type Relation } from "./entity.ts";
import { isReadFromCache } from "./reference-data.ts";
import { orderInProcess } from "./row-decoder.ts";
import type { Selection } from "./selection.ts";

/** The row that has the relation, and whether deleted rows below it are returned. */
interface Parent {
  row: string;
  includesDeleted: boolean;
}

/**
 * Writes the SQL of a selection: one statement, relations as nested JSON. Every name in it comes from the
 * descriptions, never from the request.
 */
export class SelectionCompiler {
  private aliases = 0;

  nextAlias(): string {
    return `t${this.aliases++}`;
  }

  /** The select list: columns, then each relation as a JSON value. */
  list(selection: Selection, row: string, includesDeleted = false): string {
    const columns = [...selection.columns].flatMap((name) => {
      const column = selection.entity.columns[name]!;
      if (column.computed) return [];
      return column.sql ? `${column.sql(row)} as "${name}"` : `${row}."${name}"`;
    });
    const relations = [...selection.relations].map(
      ([name, next]) =>
        `${this.nested(selection.entity.relations[name]!, next, { row, includesDeleted })} as "${name}"`,
    );
    return [...columns, ...fieldColumns(selection, row), ...relations].join(", ");
  }

  private nested(relation: Relation, next: Selection, of: Parent): string {
    // Only the key: the cache replaces it with the row.
    if (isReadFromCache(relation, next)) return `${of.row}."${relation.column}"`;
    return this.nestedRows(relation, next, of);
  }

  private nestedRows(
    relation: Relation,
    next: Selection,
    { row, includesDeleted: parentIncludesDeleted }: Parent,
  ): string {
    const alias = this.nextAlias();
    const includesDeleted =
      parentIncludesDeleted || (relation.kind !== "one" && relation.includesDeleted === true);
    const list = this.list(next, alias, includesDeleted);
    const visible = includesDeleted
      ? isIncluded(next.entity, alias)
      : isVisibleIn(relation, next.entity, alias);
    const inner = this.rows(relation, next, { row, alias, list, visible });
    const isSingle = relation.kind === "one" || (relation.kind === "many" && relation.single);
    // A key finds at most one row: without a limit the plan of PostgreSQL has fewer steps.
    if (relation.kind === "one") return `(select row_to_json(r) from (${inner}) r)`;
    if (isSingle) return `(select row_to_json(r) from (${inner} limit 1) r)`;
    return `(select coalesce(json_agg(r), '[]'::json) from (${inner}) r)`;
  }

  private rows(
    relation: Relation,
    next: Selection,
    { row, alias, list, visible }: { row: string; alias: string; list: string; visible: string },
  ): string {
    const rows = `select ${list} ${fromRelated(relation, next.entity, { row, alias })}${visible}`;
    if (relation.kind === "one" || orderInProcess(relation, next)) return rows;
    const before = relation.kind === "through" ? (relation.linkOrder ?? []) : [];
    const ofLink = before.map((name) => `${alias}j."${name}"`);
    return `${rows}${sortedBy(next.entity, { order: relation.order, before: ofLink, row: alias })}`;
  }
}

/** `from … where …` of the related rows of a row, including deleted ones. */
export function fromRelated(
  relation: Relation,
  other: Entity,
  { row, alias }: { row: string; alias: string },
): string {
  const from = `from ${quoted(other.table)} ${alias}`;
  switch (relation.kind) {
    case "one":
      return `${from} where ${alias}."${relation.otherColumn}" = ${row}."${relation.column}"`;
    case "many": {
      const only = relation.only ? ` and ${relation.only(alias)}` : "";
      return `${from} where ${alias}."${relation.otherColumn}" = ${row}."${relation.column}"${only}`;
    }
    case "through": {
      const join = `join ${quoted(relation.table)} ${alias}j on ${alias}j."${relation.otherColumn}" = ${alias}."${other.key}"`;
      const only = relation.only ? ` and ${relation.only(`${alias}j`)}` : "";
      return `${from} ${join} where ${alias}j."${relation.ownColumn}" = ${row}."id"${only}`;
    }
    case "matching":
      return `${from} where ${relation.match(alias, row)}`;
  }
}

/** The further condition for rows of a relation. */
export function isVisibleIn(relation: Relation, entity: Entity, row: string): string {
  if (relation.kind === "through") return isVisibleByKey(entity, row);
  if (relation.kind !== "one") return isVisible(entity, row);
  return relation.includesDeleted ? isIncluded(entity, row) : isVisibleByKey(entity, row);
}

/**
 * The condition that a row which is found by its key is not deleted. It differs on purpose from the condition of the
 * partial indexes (`deleted_at is null`): while a table is small, PostgreSQL would scan one of these instead of looking up
 * the key, and a prepared plan would still do so when the table has grown.
 */
export const isNotDeletedByKey = (row: string) => `coalesce(${row}."deleted_at", 'infinity') = 'infinity'`;

/** The further condition for rows of an entity that are found by their key. */
export const isVisibleByKey = (entity: Entity, row: string) =>
  (entity.softDelete ? ` and ${isNotDeletedByKey(row)}` : "") + isIncluded(entity, row);

/** The further condition for rows of a list: deleted ones are left out, unless the list filters by `deleted_at`. */
export const isVisible = (entity: Entity, row: string) =>
  (entity.softDelete ? ` and ${row}."deleted_at" is null` : "") + isIncluded(entity, row);

/** The further condition for entities that are only some rows of their table. */
export const isIncluded = (entity: Entity, row: string) => (entity.only ? ` and ${entity.only(row)}` : "");

function sortedBy(
  entity: Entity,
  { order, before, row }: { order: readonly string[]; before: readonly string[]; row: string },
): string {
  const known = order.filter((name) => Object.hasOwn(entity.columns, name)).map((name) => `${row}."${name}"`);
  const terms = [...before, ...known];
  return terms.length === 0 ? "" : ` order by ${terms.join(", ")}`;
}

/** The same text has the same name on every connection. */
export const statementName = (text: string, kind = "graph"): string =>
  `${kind}-${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`;

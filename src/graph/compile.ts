import { type Entity, quoted, type Relation } from "./entity.ts";
import { isTakenFromKept } from "./kept-relation.ts";
import { sortedHere } from "./nested-order.ts";
import type { Selection } from "./selection.ts";

/** The row that has relations, and whether of these what was deleted is there, too. */
interface Holder {
  row: string;
  evenDeleted: boolean;
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
  list(selection: Selection, row: string, evenDeleted = false): string {
    const columns = [...selection.columns].flatMap((name) => {
      const column = selection.entity.columns[name]!;
      if (column.computed) return [];
      return column.sql ? `${column.sql(row)} as "${name}"` : `${row}."${name}"`;
    });
    const relations = [...selection.relations].map(
      ([name, next]) =>
        `${this.nested(selection.entity.relations[name]!, next, { row, evenDeleted })} as "${name}"`,
    );
    return [...columns, ...relations].join(", ");
  }

  private nested(relation: Relation, next: Selection, of: Holder): string {
    // Only which one it is; the row itself is put in its place afterwards.
    if (isTakenFromKept(relation, next)) return `${of.row}."${relation.column}"`;
    return this.nestedRows(relation, next, of);
  }

  private nestedRows(relation: Relation, next: Selection, { row, evenDeleted: isPast }: Holder): string {
    const alias = this.nextAlias();
    const evenDeleted = isPast || (relation.kind !== "one" && relation.evenDeleted === true);
    const list = this.list(next, alias, evenDeleted);
    const alive = evenDeleted ? isMeant(next.entity, alias) : aliveIn(relation, next.entity, alias);
    const inner = this.rows(relation, next, { row, alias, list, alive });
    const isSingle = relation.kind === "one" || (relation.kind === "many" && relation.single);
    // The key of the other row finds one at most: without a limit PostgreSQL needs fewer steps.
    if (relation.kind === "one") return `(select row_to_json(r) from (${inner}) r)`;
    if (isSingle) return `(select row_to_json(r) from (${inner} limit 1) r)`;
    return `(select coalesce(json_agg(r), '[]'::json) from (${inner}) r)`;
  }

  private rows(
    relation: Relation,
    next: Selection,
    { row, alias, list, alive }: { row: string; alias: string; list: string; alive: string },
  ): string {
    const rows = `select ${list} ${fromRelated(relation, next.entity, { row, alias })}${alive}`;
    if (relation.kind === "one" || sortedHere(relation, next)) return rows;
    const before = relation.kind === "through" ? (relation.linkOrder ?? []) : [];
    const ofLink = before.map((name) => `${alias}j."${name}"`);
    return `${rows}${sortedBy(next.entity, { order: relation.order, before: ofLink, row: alias })}`;
  }
}

/** From where the related rows of a row come, deleted ones too. */
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
      const join = `join "${relation.table}" ${alias}j on ${alias}j."${relation.otherColumn}" = ${alias}."${other.key}"`;
      const only = relation.only ? ` and ${relation.only(`${alias}j`)}` : "";
      return `${from} ${join} where ${alias}j."${relation.ownColumn}" = ${row}."id"${only}`;
    }
    case "matching":
      return `${from} where ${relation.match(alias, row)}`;
  }
}

function aliveIn(relation: Relation, entity: Entity, row: string): string {
  if (relation.kind !== "one") return isAlive(entity, row);
  return relation.evenDeleted ? isMeant(entity, row) : isAliveByKey(entity, row);
}

/**
 * That a row which is found by its key was not deleted. In other words than those of the indexes that leave deleted rows
 * out: while a table is small, PostgreSQL would walk through one of these instead of looking up the key, and keep
 * doing so while the table grows.
 */
export const isThere = (row: string) => `coalesce(${row}."deleted_at", 'infinity') = 'infinity'`;

/** The same as a condition more, for an entity. */
export const isAliveByKey = (entity: Entity, row: string) =>
  (entity.softDelete ? ` and ${isThere(row)}` : "") + isMeant(entity, row);

/** Rows that were deleted softly are not there, unless a list filters by `deleted_at`. */
export const isAlive = (entity: Entity, row: string) =>
  (entity.softDelete ? ` and ${row}."deleted_at" is null` : "") + isMeant(entity, row);

/** Rows of the table that the entity does not mean are never there. */
export const isMeant = (entity: Entity, row: string) => (entity.only ? ` and ${entity.only(row)}` : "");

function sortedBy(
  entity: Entity,
  { order, before, row }: { order: readonly string[]; before: readonly string[]; row: string },
): string {
  const known = order.filter((name) => Object.hasOwn(entity.columns, name)).map((name) => `${row}."${name}"`);
  const terms = [...before, ...known];
  return terms.length === 0 ? "" : ` order by ${terms.join(", ")}`;
}

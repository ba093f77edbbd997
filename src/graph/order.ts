import { invalid } from "../kernel/refusal.ts";
import { fromRelated, isVisible, isVisibleIn } from "./compile.ts";
import { fieldSql } from "./custom-fields/field-filter.ts";
import { FIELDS } from "./custom-fields/selected-fields.ts";
import type { Entity } from "./entity.ts";
import { at } from "./filter.ts";
import type { Registry } from "./registry.ts";
import type { View } from "./selection.ts";

type Direction = "asc" | "desc";

/** What a list is sorted by. */
interface Sorting {
  registry: Registry;
  view: View;
  /** As in the request, without the sign. */
  name: string;
  direction: Direction;
}

/**
 * `name` sorts ascending, `-name` descending, `customer.email` by a related row. With several related rows the first one in
 * that order counts: `variants.prices.amount` sorts products by their lowest price, with a minus by the highest.
 */
export function orderBy(
  registry: Registry,
  view: View,
  order: string | readonly string[],
  row: string,
): string {
  const { entity } = view;
  const key = `${row}."${entity.key}"`;
  const sorted = [order].flat().map((sent) => {
    const name = sent.replace(/^[-+ ]/, "");
    const direction: Direction = sent.startsWith("-") ? "desc" : "asc";
    const value = sortValue({ registry, view, name, direction }, entity, name.split("."), row);
    return { value, direction, isNested: name.includes(".") };
  });
  const terms = sorted.map(({ value, direction }) => `${value} ${direction}`);
  // The key breaks ties, so that each row is on exactly one page.
  const hasKey = sorted.some(({ value }) => value === key);
  const last = sorted.at(-1)!;
  // As in v1, rows with equal related values are in ascending order of their keys.
  return (hasKey ? terms : [...terms, `${key} ${last.isNested ? "asc" : last.direction}`]).join(", ");
}

function sortValue(sorting: Sorting, entity: Entity, path: string[], row: string): string {
  const [step, ...rest] = path;
  if (step === undefined || step === "") throw invalid("order needs the name of a field");
  const field = fieldOf(sorting, entity, path);
  if (field) return field(row);
  if (rest.length === 0) return columnValue(entity, step, row);
  const relation = Object.hasOwn(entity.relations, step) ? entity.relations[step] : undefined;
  if (!relation) throw invalid(`order: ${entity.name} has no ${step} to sort by`);
  if (rest.length > 3) throw invalid("order: the path is too long");
  const other = sorting.registry.get(relation.entity);
  const alias = `${row}_${rest.length}`;
  const value = sortValue(sorting, other, rest, alias);
  const from = fromRelated(relation, other, { row, alias });
  // As in v1, a row that is not shown because it is deleted does not count.
  if (relation.kind === "one") return `(select ${value} ${from}${isVisibleIn(relation, other, alias)})`;
  if (!isSortable(sorting)) throw invalid(`order: ${sorting.name} cannot be sorted by here`);
  return `(select ${value} ${from}${isVisible(other, alias)} order by 1 ${sorting.direction} nulls last limit 1)`;
}

/** `custom_fields.material`, or a column that the shop has added. */
function fieldOf({ registry }: Sorting, entity: Entity, [step, ...rest]: readonly string[]) {
  const declared = registry.fields.ofTable(entity.table);
  const field = declared?.byName.get((step === FIELDS ? rest[0] : step)!);
  if (!field || rest.length > 1 || (step === FIELDS) !== (rest.length === 1)) return null;
  if (step !== FIELDS && field.column === undefined) return null;
  if (field.type === "json" || field.type === "choices") {
    throw invalid(`order: ${field.name} cannot be sorted`);
  }
  return (row: string) => fieldSql(field, row);
}

function columnValue(entity: Entity, name: string, row: string): string {
  if (!Object.hasOwn(entity.columns, name)) throw invalid(`order: ${entity.name} has no field ${name}`);
  const { type, computed, sort } = entity.columns[name]!;
  if (type === "json" || type === "texts" || computed) throw invalid(`order: ${name} cannot be sorted`);
  return sort?.(row) ?? at(entity, row, name);
}

/** Where `expand` is limited, the order must not reveal data that the request cannot see. */
const isSortable = ({ view, name }: Sorting) =>
  !view.allowedRelations || (view.sortedThrough?.includes(name) ?? false);

import { invalid } from "../kernel/refusal.ts";
import { type Entity, quoted } from "./entity.ts";
import { at } from "./filter.ts";
import type { Registry } from "./registry.ts";

/** `name` ascending, `-name` descending; `customer.email` sorts through relations to one. */
export function orderBy(
  registry: Registry,
  entity: Entity,
  order: string | readonly string[],
  row: string,
): string {
  const key = `${row}."${entity.key}"`;
  const sorted = [order].flat().map((name) => {
    const path = name.replace(/^[-+ ]/, "").split(".");
    return {
      value: sortValue(registry, entity, path, row),
      direction: name.startsWith("-") ? "desc" : "asc",
    };
  });
  const terms = sorted.map(({ value, direction }) => `${value} ${direction}`);
  // The key settles ties, so that no row is on two pages or on none.
  const isSettled = sorted.some(({ value }) => value === key);
  return (isSettled ? terms : [...terms, `${key} ${sorted.at(-1)!.direction}`]).join(", ");
}

function sortValue(registry: Registry, entity: Entity, path: string[], row: string): string {
  const [step, ...rest] = path;
  if (step === undefined || step === "") throw invalid("order needs the name of a field");
  if (rest.length === 0) {
    if (!Object.hasOwn(entity.columns, step)) throw invalid(`order: ${entity.name} has no field ${step}`);
    const { type, computed } = entity.columns[step]!;
    if (type === "json" || type === "texts" || computed) throw invalid(`order: ${step} cannot be sorted`);
    return entity.columns[step]!.sort?.(row) ?? at(entity, row, step);
  }
  const relation = Object.hasOwn(entity.relations, step) ? entity.relations[step] : undefined;
  if (relation?.kind !== "one") throw invalid(`order: ${entity.name} has no single ${step} to sort by`);
  if (rest.length > 3) throw invalid("order: the path is too long");
  const other = registry.get(relation.entity);
  const alias = `${row}_${rest.length}`;
  const value = sortValue(registry, other, rest, alias);
  return `(select ${value} from ${quoted(other.table)} ${alias} where ${alias}."${relation.otherColumn}" = ${row}."${relation.column}")`;
}

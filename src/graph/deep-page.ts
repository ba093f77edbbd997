import { type Entity, quoted } from "./entity.ts";
import type { Compiled } from "./filter.ts";

/** From here on a page is cut without a visit to the rows before it. */
export const DEEP = 1_000;

export interface PageCut {
  row: string;
  from: string;
  sorted: string;
  limit: string;
  offset: string;
}

export interface DeepList {
  filters: readonly Compiled[];
  /** Of those filters that have one. */
  parameters: readonly string[];
  order: string | readonly string[];
  withDeleted: boolean;
}

/** The rows of a page, all columns of them. */
export const shallowPage = ({ from, sorted, limit, offset }: PageCut): string =>
  `select * ${from} order by ${sorted} limit ${limit} offset ${offset}`;

/** The same rows. Only their keys are looked for first, which an index may have, and the rows are read at the end. */
export function deepPage(entity: Entity, cut: PageCut, place: string | undefined): string {
  const { row, from, sorted, limit, offset } = cut;
  const keys = place
    ? `${startingAt(entity, cut, place)} order by ${sorted} limit ${limit}`
    : `select ${row}."${entity.key}" ${from} order by ${sorted} limit ${limit} offset ${offset}`;
  return `select ${row}.* from (${keys}) found join ${quoted(entity.table)} ${row} on ${row}."${entity.key}" = found."${entity.key}"`;
}

function startingAt(entity: Entity, { row, from }: PageCut, place: string): string {
  const { order } = entity.positions!;
  const [column, comparison] = order.startsWith("-") ? [order.slice(1), "<="] : [order, ">="];
  const names = [column, entity.key];
  const own = names.map((name) => `${row}."${name}"`).join(", ");
  const first = names.map((name) => `(select first."${name}" from first)`).join(", ");
  return `with first as materialized (select * from ${place})
    select ${row}."${entity.key}" ${from} and (${own}) ${comparison} (${first})`;
}

/** SQL of the row at the place the page begins at, if the entity knows the places of this list. */
export function placeOf(entity: Entity, parts: DeepList, offset: string): string | undefined {
  const { filters, parameters, order, withDeleted } = parts;
  const { positions, only } = entity;
  if (!positions || only || withDeleted || [order].flat().join() !== positions.order) return undefined;
  const shapes = filters.map(({ shape }) => shape).join();
  const list = positions.lists.find(({ conditions }) => conditions.join() === shapes);
  return list?.at(`${offset}::bigint`, parameters);
}

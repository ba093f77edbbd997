import { type Entity, quoted } from "./entity.ts";
import type { Compiled } from "./filter.ts";

/** From this offset on, the rows before the page are not read. */
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
  /** The parameters of those filters that have one. */
  parameters: readonly string[];
  order: string | readonly string[];
  withDeleted: boolean;
}

/** The rows of a page, all columns of them. */
export const shallowPage = ({ from, sorted, limit, offset }: PageCut): string =>
  `select * ${from} order by ${sorted} limit ${limit} offset ${offset}`;

/** The same rows. Their keys are found first, which an index may contain, and the rows are read last. */
export function deepPage(entity: Entity, cut: PageCut, first: string | undefined): string {
  const { row, from, sorted, limit, offset } = cut;
  const keys = first
    ? `${startingAt(entity, cut, first)} order by ${sorted} limit ${limit}`
    : `select ${row}."${entity.key}" ${from} order by ${sorted} limit ${limit} offset ${offset}`;
  return `select ${row}.* from (${keys}) found join ${quoted(entity.table)} ${row} on ${row}."${entity.key}" = found."${entity.key}"`;
}

function startingAt(entity: Entity, { row, from }: PageCut, firstRow: string): string {
  const { order } = entity.offsetIndex!;
  const [column, comparison] = order.startsWith("-") ? [order.slice(1), "<="] : [order, ">="];
  const names = [column, entity.key];
  const own = names.map((name) => `${row}."${name}"`).join(", ");
  const first = names.map((name) => `(select first."${name}" from first)`).join(", ");
  return `with first as materialized (select * from ${firstRow})
    select ${row}."${entity.key}" ${from} and (${own}) ${comparison} (${first})`;
}

/** SQL of the first row of the page, if the offset index of the entity has this list. */
export function indexedRow(entity: Entity, list: DeepList, offset: string): string | undefined {
  const { filters, parameters, order, withDeleted } = list;
  const { offsetIndex, only } = entity;
  if (!offsetIndex || only || withDeleted || [order].flat().join() !== offsetIndex.order) return undefined;
  const shapes = filters.map(({ shape }) => shape).join();
  const indexed = offsetIndex.lists.find(({ conditions }) => conditions.join() === shapes);
  return indexed?.rowAt(`${offset}::bigint`, parameters);
}

import { daysOf, isPreset } from "./day-presets.ts";
import { isFieldOrder } from "./field-filters.ts";

/*
 * The parts of an address that select what a list shows. An address can be typed by hand: an invalid part is undefined, and
 * `withoutEmpty` leaves it out.
 */

type Given = unknown;

const all = (given: Given): unknown[] => (Array.isArray(given) ? given : [given]);
const someOf = <Value>(values: Value[]): Value[] | undefined => (values.length > 0 ? values : undefined);

/** A number in an address is a text here: the number of an order, a postal code. */
export const textParam = (given: Given): string | undefined =>
  (typeof given === "string" && given !== "") || typeof given === "number" ? String(given) : undefined;

export const textsParam = (given: Given): string[] | undefined =>
  someOf(all(given).filter((value): value is string => typeof value === "string"));

export const oneOfParam = <Value extends string>(
  given: Given,
  allowed: readonly Value[],
): Value | undefined => allowed.find((value) => value === given);

export const listParam = <Value extends string>(
  given: Given,
  allowed: readonly Value[],
): Value[] | undefined =>
  someOf(all(given).filter((value): value is Value => allowed.includes(value as Value)));

/** `2026-11-17` */
export const dayParam = (given: Given): string | undefined =>
  typeof given === "string" && /^\d{4}-\d\d-\d\d$/.test(given) ? given : undefined;

/** `-created_at`: one of the fields, from the largest with a `-`; or a field that the shop has declared. */
export const orderParam = (given: Given, fields: readonly string[]): string | undefined =>
  isFieldOrder(given) || (typeof given === "string" && fields.includes(given.replace(/^-/, "")))
    ? given
    : undefined;

export type Order<Field extends string> = Field | `-${Field}`;

/** The same of a list that sorts by nothing else. */
export const ownOrderParam = <Field extends string>(
  given: Given,
  fields: readonly Field[],
): Order<Field> | undefined =>
  fields.flatMap((field): Order<Field>[] => [field, `-${field}`]).find((order) => order === given);

/** Where a period of days begins: a day, or the name of a period that stays current. */
export const fromParam = (given: Given): string | undefined => (isPreset(given) ? given : dayParam(given));

/** The first page is not in the address. */
export const pageParam = (given: Given): number | undefined =>
  Number.isInteger(given) && (given as number) > 1 ? (given as number) : undefined;

export const withoutEmpty = <Search extends object>(search: Search): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== "" && value !== null),
  ) as Search;

/** The moments between the first and the last day, as the user's clock has them: from the one, and before the other. */
export function daysBetween({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (isPreset(from)) return momentsOf(daysOf(from, new Date()));
  return momentsOf({
    from: from ? new Date(`${from}T00:00:00`) : undefined,
    to: to ? new Date(`${to}T00:00:00`) : undefined,
  });
}

function momentsOf({ from, to }: { from: Date | undefined; to: Date | undefined }) {
  const end = to && new Date(to);
  end?.setDate(end.getDate() + 1);
  return { start: from?.toISOString(), end: end?.toISOString() };
}

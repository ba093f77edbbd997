import { fieldsOf, type View, type Wanted } from "../../graph/selection.ts";
import { forNamedTotals, forTotals, topsOf, within } from "./order-relations.ts";
import type { Showing } from "./order-view.ts";
import { order } from "./orders-graph.ts";
import { isTotal, shownTotals } from "./shown-totals.ts";

/** How a route shows orders. */
export interface OrderView extends View {
  /** Totals that count as asked for while `fields` does not replace the default fields. */
  namedTotals?: readonly string[];
  /** Relations that are shown beside those that `expand` names. */
  beside?: (expand: string) => Iterable<string>;
  /** Says that it is an order, whatever `fields` says. */
  alwaysNamed?: boolean;
}

/** What is read of orders, and what is shown of that. */
export interface Reading {
  wanted: Wanted;
  showing: Showing;
}

const pathsIn = (expand: string) =>
  expand
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");

const keepsDefaults = (fields: string | undefined) => fields === undefined || /^[ +*-]/.test(fields);

export function readingOf(
  view: OrderView,
  { fields, expand }: Wanted,
  { isList }: { isList: boolean },
): Reading {
  const names = [
    ...(fields === undefined ? (view.fields ?? []) : fieldsOf(view, fields)),
    ...(keepsDefaults(fields) ? (view.namedTotals ?? []) : []),
  ];
  const relations =
    expand === undefined ? undefined : relationsFor(view, expand, { isTotalNamed: names.some(isTotal) });
  return {
    wanted: { fields, expand: relations?.join(",") },
    showing: {
      object: view.alwaysNamed === true || names.includes("object"),
      ...shownTotals({ fields: names, relations: topsOf(relations ?? view.relations ?? []), isList }),
    },
  };
}

function relationsFor(
  view: OrderView,
  expand: string,
  { isTotalNamed }: { isTotalNamed: boolean },
): string[] {
  const asked = pathsIn(expand);
  const shown = [...topsOf(asked), ...(view.beside?.(expand) ?? [])];
  return [...new Set([...asked, ...within(isTotalNamed ? forNamedTotals : forTotals, shown)])];
}

/** What a customer who has just bought gets to see. */
export const placedOrder: OrderView = {
  entity: order,
  relations: [...forTotals, "shipping_address"],
  alwaysNamed: true,
};

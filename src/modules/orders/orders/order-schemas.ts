import { fieldsOf, type View, type Wanted } from "../../../graph/selection.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { alsoReturnable, forNamedTotals, forTotals, topsOf, within } from "./order-relations.ts";
import type { Showing } from "./order-view.ts";
import { order } from "./orders-graph.ts";
import { isTotal, shownTotals } from "./shown-totals.ts";

/** How a route shows orders. */
export interface OrderView extends View<typeof order> {
  /** Totals that count as asked for while `fields` does not replace the default fields. */
  namedTotals?: readonly string[];
  /** Relations that are shown beside those that `expand` names. */
  beside?: (asked: Beside) => Iterable<string>;
  /** Shows of lines that `expand` does not name what can be given back for them, beside the default fields. */
  refundableBeside?: boolean;
  /** Says that it is an order, whatever `fields` says. */
  alwaysNamed?: boolean;
  /** Columns that are shown beside those that `fields` names. */
  alwaysFields?: readonly string[];
  /** Columns that are shown where `fields` names totals: they are computed from them. */
  besideTotals?: readonly string[];
  /** One order that is looked for: where `fields` names totals it has these only, as a list. */
  isLookup?: boolean;
  /** Shows discounts before rounding wherever v1 has computed them. */
  alwaysRaw?: boolean;
}

interface Beside {
  expand: string;
  /** `fields` does not replace the default fields. */
  isDefault: boolean;
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
  const isDefault = keepsDefaults(fields);
  const names = [
    ...(fields === undefined ? (view.fields ?? []) : fieldsOf(view, fields)),
    ...(isDefault ? (view.namedTotals ?? []) : []),
  ];
  const isTotalNamed = names.some(isTotal);
  const relations = relationsFor(view, expand, { isTotalNamed, isDefault });
  const tops = topsOf(relations ?? view.relations ?? []);
  const onlyRefundable = view.refundableBeside === true && isDefault && !!expand && !tops.has("items");
  if (isList) refuseForLists(relations ?? []);
  return {
    wanted: {
      fields: withMore(fields, [
        ...(view.alwaysFields ?? []),
        ...(isTotalNamed ? (view.besideTotals ?? []) : []),
      ]),
      expand: (onlyRefundable ? [...relations!, "items"] : relations)?.join(","),
    },
    showing: {
      object: view.alwaysNamed === true || names.includes("object"),
      onlyRefundable,
      ...shownTotals({
        fields: names,
        relations: tops,
        isList: isList || (view.isLookup === true && !isDefault),
        isChosen: !isDefault || !!expand,
        alwaysRaw: view.alwaysRaw,
      }),
    },
  };
}

/** What can be sent back is told of one order at a time. */
function refuseForLists(relations: readonly string[]): void {
  const refused = relations.find((path) => topsOf([path]).has("returnable_items"));
  if (refused) throw invalid(`expand: the relation ${refused} is not available here`);
}

const withMore = (fields: string | undefined, more: readonly string[]) =>
  fields === undefined || keepsDefaults(fields) ? fields : [fields, ...more].join(",");

/** Undefined: those that the view has by default. */
function relationsFor(
  view: OrderView,
  expand: string | undefined,
  { isTotalNamed, isDefault }: { isTotalNamed: boolean; isDefault: boolean },
): string[] | undefined {
  if (expand === undefined && !isTotalNamed) return undefined;
  const asked = expand === undefined ? (view.relations ?? []) : pathsIn(expand);
  const beside = expand === undefined ? [] : (view.beside?.({ expand, isDefault }) ?? []);
  const computed = alsoReturnable(isTotalNamed ? forNamedTotals : forTotals);
  const along = within(computed, [...topsOf(asked), ...beside]);
  return [...new Set([...asked, ...along.filter((path) => mayShow(view, path))])];
}

const mayShow = ({ allowedRelations }: OrderView, path: string) => allowedRelations?.includes(path) ?? true;

/** What a customer who has just bought gets to see. */
export const placedOrder: OrderView = {
  entity: order,
  relations: [...forTotals, "shipping_address"],
  alwaysNamed: true,
};

import { fieldsOf, type RequestedSelection, type View } from "../../../graph/selection.ts";
import { invalid } from "../../../kernel/refusal.ts";
import {
  type OrderExceptions,
  orderShapes,
  relationsOfNamedTotals,
  relationsOfTotals,
} from "../v1-shapes.ts";
import { isTotal, paymentTotals, shownTotals } from "./order-totals.ts";
import type { ComputedFields } from "./order-view.ts";
import { order } from "./orders-graph.ts";

/** The orders of a route: their default fields and relations, and the exceptions that v1 makes. */
export interface OrderView extends View<typeof order> {
  exceptions?: OrderExceptions;
}

const NO_EXCEPTIONS: OrderExceptions = {};

/** The selection to read and the computed fields to add. */
interface OrderSelection {
  selection: RequestedSelection;
  computed: ComputedFields;
}

/** `returnable_items` come with the same relations as `items`. */
const alsoReturnable = (paths: readonly string[]): string[] => [
  ...paths,
  ...paths.filter((path) => path.startsWith("items.")).map((path) => `returnable_${path}`),
];

/** `items.variant` -> `items` */
const topOf = (path: string) => path.split(".", 1)[0]!;

const topRelationsOf = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map(topOf));

export const pathsWithin = (paths: readonly string[], tops: Iterable<string>): string[] => {
  const included = new Set(tops);
  return paths.filter((path) => included.has(topOf(path)));
};

/** Whether totals of lines of swaps and claims are included with the relation. */
const hasLaterLines = (top: string) => ["swaps", "claims", "returnable_items"].includes(top);

const pathsIn = (expand: string) =>
  expand
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");

const hasDefaultFields = (fields: string | undefined) => fields === undefined || /^[ +*-]/.test(fields);

export function orderSelectionOf(
  view: OrderView,
  { fields, expand }: RequestedSelection,
  { isList }: { isList: boolean },
): OrderSelection {
  const { exceptions = NO_EXCEPTIONS } = view;
  const isDefault = hasDefaultFields(fields);
  const selected = fields === undefined ? (view.fields ?? []) : fieldsOf(view, fields);
  const names = [...selected, ...(isDefault ? (exceptions.namedTotals ?? []) : [])];
  const isTotalNamed = names.some(isTotal);
  const relations = relationsFor(view, expand, { isTotalNamed, isDefault });
  const tops = topRelationsOf(relations ?? view.relations ?? []);
  const onlyRefundable = exceptions.alwaysRefundable === true && isDefault && !!expand && !tops.has("items");
  if (isList) refuseForLists(relations ?? []);
  const totals = shownTotals({
    fields: names,
    relations: tops,
    isList: isList || (exceptions.isLookup === true && !isDefault),
    isChosen: !isDefault || !!expand,
    alwaysRaw: exceptions.alwaysRaw,
  });
  return {
    selection: {
      fields: withExtraFields(fields, [
        ...(exceptions.alwaysFields ?? []),
        ...(isTotalNamed ? (exceptions.fieldsForTotals ?? []) : []),
      ]),
      expand: (onlyRefundable ? [...relations!, "items"] : relations)?.join(","),
    },
    computed: {
      object: exceptions.alwaysObject === true || names.includes("object"),
      onlyRefundable,
      ofPayments: paymentTotals.some(totals.ofOrder),
      ofLaterLines: [...tops, ...selected.map(topOf)].some(hasLaterLines),
      ...totals,
    },
  };
}

/** `returnable_items` is available for single orders only. */
function refuseForLists(relations: readonly string[]): void {
  const refused = relations.find((path) => topRelationsOf([path]).has("returnable_items"));
  if (refused) throw invalid(`expand: the relation ${refused} is not available here`);
}

const withExtraFields = (fields: string | undefined, more: readonly string[]) =>
  fields === undefined || hasDefaultFields(fields) ? fields : [fields, ...more].join(",");

/** Undefined: the default relations of the view. */
function relationsFor(
  view: OrderView,
  expand: string | undefined,
  { isTotalNamed, isDefault }: { isTotalNamed: boolean; isDefault: boolean },
): string[] | undefined {
  if (expand === undefined && !isTotalNamed) return undefined;
  const expanded = expand === undefined ? (view.relations ?? []) : pathsIn(expand);
  const extra = expand === undefined ? [] : extraRelationsFor(view, expand, isDefault);
  const computed = alsoReturnable(isTotalNamed ? relationsOfNamedTotals : relationsOfTotals);
  const included = pathsWithin(computed, [...topRelationsOf(expanded), ...extra]);
  return [...new Set([...expanded, ...included.filter((path) => isAllowed(view, path))])];
}

function extraRelationsFor({ exceptions }: OrderView, expand: string, isDefault: boolean): readonly string[] {
  const extraRelations = exceptions?.extraRelations;
  if (!extraRelations) return [];
  if (expand === "") return extraRelations.emptyExpand;
  return isDefault ? extraRelations.defaultFields : extraRelations.chosenFields;
}

const isAllowed = ({ allowedRelations }: OrderView, path: string) => allowedRelations?.includes(path) ?? true;

/** The order in the response to the checkout. */
export const placedOrder: OrderView = {
  entity: order,
  relations: [...relationsOfTotals, "shipping_address"],
  exceptions: orderShapes.placed,
};

/** Orders show the products of their lines. */
export const relationsAddedToOrders = [
  "items.variant.product",
  "items.variant.product.profiles",
  "gift_card_transactions.gift_card",
];

/** The Idempotency-Key that the client sent; null without one. */
export function idempotencyKeyIn(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  const key = headers["idempotency-key"];
  return typeof key === "string" && key.trim() !== "" ? key.trim() : null;
}

import { duplicate, invalid, notFound, Refusal } from "../../../kernel/refusal.ts";

/** What a condition can be about. */
export const conditionKinds = [
  "products",
  "product_types",
  "product_collections",
  "product_tags",
  "customer_groups",
] as const;

export const operators = ["in", "not_in"] as const;

export type ConditionKind = (typeof conditionKinds)[number];
export type Operator = (typeof operators)[number];

export interface DiscountCondition {
  id: string;
  type: ConditionKind;
  operator: Operator;
  discount_rule_id: string;
}

/** Ids by kind; a condition is about one kind of thing. */
export type Resources = Partial<Record<ConditionKind, string[]>>;

export type NewCondition = Resources & { operator: Operator };

/** With an id it changes that condition; without one it is new. */
export type SentCondition = Resources & { id?: string; operator?: Operator };

/** Clients know this message from v1: a sentence for each kind, which it names first. */
const onlyOne = (kind: ConditionKind, kinds: readonly ConditionKind[]): string =>
  `Only one of ${[kind, ...kinds.filter((each) => each !== kind)].join(", ")} is allowed`;

/** The one kind that was sent, with its ids. */
export function resourcesOf(sent: Resources): { kind: ConditionKind; ids: string[] } {
  const kinds = conditionKinds.filter((each) => sent[each] !== undefined);
  if (kinds.length > 1) throw invalid(kinds.map((each) => onlyOne(each, kinds)).join(", "));
  const kind = kinds[0];
  const ids = kind ? sent[kind]! : [];
  if (!kind || ids.length === 0) {
    throw invalid("Missing one of products, collections, tags, types or customer groups in data");
  }
  return { kind, ids };
}

export function operatorOf({ operator }: SentCondition): Operator {
  if (!operator) throw invalid("operator is required for a new condition");
  return operator;
}

/** What a condition is about never changes. */
export function checkKind(condition: DiscountCondition, kind: ConditionKind): void {
  if (condition.type !== kind) {
    throw invalid(`Condition with id ${condition.id} is about ${condition.type}, not about ${kind}`);
  }
}

export const unknownCondition = (id: string) => notFound("DiscountCondition", id);

export const otherCondition = (
  { conditionId, discountId }: { conditionId: string; discountId: string },
  type: "invalid_data" | "not_found" = "invalid_data",
) => new Refusal(type, `Condition with id ${conditionId} does not belong to Discount with id ${discountId}`);

export const conditionTaken = ({ type, operator }: DiscountCondition) =>
  duplicate(
    `Discount Condition with operator '${operator}' and type '${type}' already exist on a Discount Rule`,
  );

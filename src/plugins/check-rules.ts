import { types } from "node:util";
import type { Plugin } from "./plugin.ts";
import type { ChoicePoint } from "./ports/choices.ts";
import type { RulePoint } from "./ports/rules.ts";

const RULE_POINTS: Readonly<Record<RulePoint, true>> = {
  line: true,
  cart: true,
  completion: true,
  refund: true,
  customer: true,
  product: true,
};

const CHOICE_POINTS: Readonly<Record<ChoicePoint, true>> = {
  price: true,
  taxLines: true,
  location: true,
  orderNumber: true,
};

/** What is wrong with functions by name that must return at once, or null. */
function checkPoints(part: "rules" | "choices", declared: unknown, points: object): string | null {
  if (declared === undefined) return null;
  if (typeof declared !== "object" || declared === null || Array.isArray(declared))
    return `${part} must be an object of functions`;
  for (const [name, run] of Object.entries(declared)) {
    if (!Object.hasOwn(points, name))
      return `there is no ${part}.${name}: there are ${Object.keys(points).join(", ")}`;
    if (typeof run !== "function") return `${part}.${name} must be a function`;
    if (types.isAsyncFunction(run) || types.isGeneratorFunction(run))
      return `${part}.${name} must not be async: rows are locked while it decides`;
  }
  return null;
}

export const checkRules = ({ rules }: Plugin): string | null => checkPoints("rules", rules, RULE_POINTS);

export const checkChoices = ({ choices }: Plugin): string | null =>
  checkPoints("choices", choices, CHOICE_POINTS);

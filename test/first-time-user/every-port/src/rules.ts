import type { PluginChoices, PluginRules, RuleHelp } from "tradewind/plugin";

/** Refuses what has this name. */
const refusedBy =
  <Input>(nameOf: (input: Input) => unknown) =>
  (input: Input, { refuse }: RuleHelp) =>
    String(nameOf(input)).includes("refused")
      ? refuse("refused by every-port", { code: "every_port", status: 400 })
      : null;

export const rules: Required<PluginRules> = {
  line: refusedBy(({ line }) => line.metadata["note"]),
  cart: refusedBy(({ cart }) => cart.email),
  completion: refusedBy(({ data }) => (data as { note?: unknown } | null)?.note),
  refund: refusedBy(({ note }) => note),
  customer: refusedBy(({ customer }) => customer.email),
  product: refusedBy(({ product }) => product.title),
};

export const choices: Required<PluginChoices> = {
  price: ({ candidates, selected, quantity }) =>
    quantity === 7 ? { amount: (candidates[selected]?.amount ?? 0) - 1 } : null,
  taxLines: ({ lines }) => ({ lines }),
  location: ({ levels }) => levels.map(({ location_id }) => location_id),
  orderNumber: ({ display_id }) => `EP-${display_id}`,
};

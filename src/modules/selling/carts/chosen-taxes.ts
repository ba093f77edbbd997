import type { Rules } from "../../../plugins/rules/rules.ts";
import type { TaxLine } from "../totals/index.ts";
import type { Cart } from "./cart.ts";
import type { CartTaxes } from "./cart-totals.ts";
import { shopCartOf } from "./rule-cart.ts";

// In percent. Larger rates could overflow amounts.
const MAX_RATE = 1_000;

type ById = ReadonlyMap<string, TaxLine[]>;

/** The taxes that a plugin chooses; without one, those that were calculated. */
export function chosenTaxes(rules: Rules, cart: Cart, taxes: CartTaxes): CartTaxes {
  if (!rules.chooses("taxLines")) return taxes;
  const input = () => ({
    cart: shopCartOf(cart),
    lines: asData(taxes.lines),
    shipping: asData(taxes.shipping),
  });
  return rules.choose("taxLines", input, (returned) => usableTaxes(returned, cart, taxes)) ?? taxes;
}

const asData = (taxes: ById) =>
  Object.fromEntries(
    [...taxes].map(([id, lines]) => [id, lines.map(({ rate, name, code }) => ({ rate, name, code }))]),
  );

/** Null if it has another part, names a line that is not in the cart, or has a rate that cannot be. */
function usableTaxes(returned: unknown, cart: Cart, taxes: CartTaxes): CartTaxes | null {
  if (typeof returned !== "object" || returned === null || Array.isArray(returned)) return null;
  if (Object.keys(returned).some((part) => part !== "lines" && part !== "shipping")) return null;
  const { lines, shipping } = returned as { lines?: unknown; shipping?: unknown };
  // The taxes of returned lines were paid.
  const sold = cart.items.flatMap(({ id, is_return }) => (is_return ? [] : id));
  const ofLines = replaced(taxes.lines, lines, sold);
  const ofShipping = replaced(
    taxes.shipping,
    shipping,
    cart.shipping_methods.map(({ id }) => id),
  );
  return ofLines && ofShipping && { lines: ofLines, shipping: ofShipping };
}

function replaced(taxes: ById, sent: unknown, ids: readonly string[]): ById | null {
  if (sent === undefined || sent === null) return taxes;
  if (typeof sent !== "object") return null;
  const next = new Map(taxes);
  for (const [id, lines] of Object.entries(sent)) {
    if (!ids.includes(id) || !Array.isArray(lines)) return null;
    const usable = lines.map(usableLine);
    if (usable.includes(null)) return null;
    next.set(id, usable as TaxLine[]);
  }
  return next;
}

function usableLine(line: unknown): TaxLine | null {
  if (typeof line !== "object" || line === null) return null;
  const { rate, name, code = null } = line as Record<string, unknown>;
  const isRate = typeof rate === "number" && Number.isFinite(rate) && rate >= 0 && rate <= MAX_RATE;
  const isCode = code === null || typeof code === "string";
  return isRate && typeof name === "string" && isCode ? { rate, name, code } : null;
}

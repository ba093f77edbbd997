import type { ShopCart } from "../../../plugins/ports/rule-data.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import type { TaxLine } from "../totals/index.ts";
import type { Cart } from "./cart.ts";
import { type CartTaxes, ratesOf } from "./cart-totals.ts";
import { shopCartOf } from "./rule-cart.ts";

// In percent. Larger rates could overflow amounts.
const MAX_RATE = 1_000;

type ById = ReadonlyMap<string, readonly TaxLine[]>;

interface Taxes {
  lines: ById;
  shipping: ById;
}

interface Taxed {
  cart: () => ShopCart;
  orderId: string | null;
  /** As the shop or a tax service has calculated them. */
  taxes: Taxes;
  /** The ids whose taxes are decided now. The others keep theirs. */
  open: { lines: readonly string[]; shipping: readonly string[] };
}

/** The taxes that a plugin chooses; without one, those that were calculated. */
export function chosenTaxes(rules: Rules, cart: Cart, taxes: CartTaxes): CartTaxes {
  if (!rules.chooses("taxLines")) return taxes;
  const open = {
    // The taxes of returned lines were paid.
    lines: cart.items.flatMap(({ id, is_return }) => (is_return ? [] : id)),
    shipping: cart.shipping_methods.map(({ id }) => id),
  };
  const orderId = null;
  return chosenRates(rules, { cart: () => shopCartOf(cart), orderId, taxes, open }) as CartTaxes;
}

/** The taxes without an answer of a tax service: for discounts of prices that contain taxes, and for previews. */
export function ratesWithoutService(rules: Rules, cart: Cart): CartTaxes {
  const taxes = ratesOf(cart);
  return cart.region.tax_provider_id === null ? chosenTaxes(rules, cart, taxes) : taxes;
}

/** The same for goods that are not in a cart. */
export function chosenRates(rules: Rules, { cart, orderId, taxes, open }: Taxed): Taxes {
  const input = () => {
    const all = cart();
    return { cart: all, order_id: orderId, lines: linesOf(all, taxes), shipping: asData(taxes.shipping) };
  };
  return (
    rules.choose("taxLines", input, (returned, given) => {
      if (typeof returned !== "object" || returned === null || Array.isArray(returned)) return null;
      if (Object.keys(returned).some((part) => part !== "lines" && part !== "shipping")) return null;
      const sent = returned as { lines?: unknown; shipping?: unknown };
      const lines = replaced(taxes.lines, sent.lines, { known: Object.keys(given.lines), open: open.lines });
      const known = [...taxes.shipping.keys(), ...open.shipping];
      const shipping = replaced(taxes.shipping, sent.shipping, { known, open: open.shipping });
      return lines && shipping && { lines, shipping };
    }) ?? taxes
  );
}

/** Every line has an entry, also if it has no taxes. */
const linesOf = ({ items }: ShopCart, { lines }: Taxes) => ({
  ...Object.fromEntries(items.map(({ id }) => [id, []])),
  ...asData(lines),
});

const asData = (taxes: ById) =>
  Object.fromEntries(
    [...taxes].map(([id, lines]) => [id, lines.map(({ rate, name, code }) => ({ rate, name, code }))]),
  );

interface Ids {
  known: readonly string[];
  open: readonly string[];
}

/** Null if it names what is not there, or has a rate that cannot be. */
function replaced(taxes: ById, sent: unknown, { known, open }: Ids): ById | null {
  if (sent === undefined || sent === null) return taxes;
  if (typeof sent !== "object") return null;
  const next = new Map(taxes);
  for (const [id, lines] of Object.entries(sent)) {
    if (!known.includes(id) || !Array.isArray(lines)) return null;
    const usable = lines.map(usableLine);
    if (usable.includes(null)) return null;
    if (open.includes(id)) next.set(id, usable as TaxLine[]);
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

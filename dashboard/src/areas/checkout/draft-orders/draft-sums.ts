import type { Draft, DraftLine } from "./draft-queries.ts";

type Cart = NonNullable<Draft["cart"]>;

/** Before discounts. In a region whose prices have the taxes in them, with the taxes. */
export const lineAmount = (line: DraftLine, isGross: boolean): number =>
  (isGross ? line.original_total : line.subtotal) ?? 0;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const NET = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "gift_card_total",
  "tax_total",
  "total",
] as const;

type Sum = { name: (typeof NET)[number] | "taxes_included"; amount: number };

const shown = ({ name, amount }: Sum) => name === "total" || amount !== 0;

/** The sums of a draft, all with the taxes or all without: gross and net are not mixed. */
export function draftSums(cart: Cart, isGross: boolean): Sum[] {
  if (!isGross) return NET.map((name) => ({ name, amount: cart[name] ?? 0 })).filter(shown);
  const total = cart.total ?? 0;
  const goods = sum(cart.items.map((line) => lineAmount(line, true)));
  const shipping = sum(cart.shipping_methods.map((method) => (method as { total?: number }).total ?? 0));
  const giftCards = (cart.gift_card_total ?? 0) + (cart.gift_card_tax_total ?? 0);
  const sums: Sum[] = [
    { name: "subtotal", amount: goods },
    { name: "discount_total", amount: goods + shipping - giftCards - total },
    { name: "shipping_total", amount: shipping },
    { name: "gift_card_total", amount: giftCards },
    { name: "total", amount: total },
    { name: "taxes_included", amount: cart.tax_total ?? 0 },
  ];
  return sums.filter(shown);
}

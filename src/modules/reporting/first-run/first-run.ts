/** What a shop needs before it sells, in the order in which a merchant does it. */
export const STEPS = [
  "name",
  "currency",
  "region",
  "tax",
  "shipping",
  "payment",
  "product",
  "mail",
  "team",
  "order",
] as const;

export type Step = (typeof STEPS)[number];

/** A shop with so many orders has begun without the checklist. */
export const BEGUN = 20;

interface Choice {
  /** Null: no user has decided. */
  is_hidden: boolean | null;
  /** Counted up to `BEGUN`. */
  orders: number;
}

export const isHidden = ({ is_hidden, orders }: Choice): boolean => is_hidden ?? orders >= BEGUN;

import { invalid, notAllowed, Refusal } from "../../kernel/refusal.ts";

/** What would go with the demo shop. Rows are counted up to `MOST`. */
export interface DemoShop {
  is_demo: boolean;
  name: string;
  orders: number;
  /** Orders that the demo did not bring. */
  own_orders: number;
  products: number;
  customers: number;
  /** Payments that a payment service holds. */
  service_payments: number;
}

export const MOST = 10_000;

export interface Confirmed {
  /** What the user typed as the name of the shop. */
  name: string;
  /** Also if a payment service holds payments. */
  force?: boolean | undefined;
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** It cannot be undone. A shop that was never the demo is refused whatever is sent. */
export function refuseDiscard(shop: DemoShop, { name, force }: Confirmed): void {
  if (!shop.is_demo) throw notAllowed("This is not the demo shop, so there is nothing to throw away");
  if (!same(name, shop.name)) throw invalid("name: this is not the name of the shop");
  if (shop.service_payments > 0 && !force)
    throw notAllowed(
      `A payment service holds ${shop.service_payments} payments of this shop: send force to throw the shop away nevertheless`,
    );
}

export const stillLoading = () =>
  new Refusal("conflict", "The demo shop is still being loaded: try again in a minute");

/** The server does not know what such a table is for. */
export const pointedTo = (table: string) =>
  notAllowed(
    `The table ${table} of another program points to rows of the shop: the demo shop cannot be thrown away`,
  );

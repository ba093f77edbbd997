import type { Answer, Client } from "../../support/clients/client.ts";
import type { Facts } from "./facts.ts";
import type { Model } from "./model.ts";

/** Numbers to choose by. */
export interface Choice {
  /** Which of those there are. */
  which: number;
  pieces: number;
  place: number;
}

export interface Setup {
  admin: Client;
  visitor: Client;
  facts: Facts;
  locations: readonly [string, string];
  variantId: string;
  itemId: string;
  optionId: string;
  /** Buys so many pieces. */
  buy(client: Client, quantity: number): Promise<Answer>;
  /** The customer confirms a swap. */
  confirm(client: Client, cartId: string): Promise<Answer>;
}

/** The request, and its effect on the model when it succeeds. */
export interface Act {
  send(): Promise<Answer>;
  /** Throws where it must be refused. `after` has the ids of the created rows. */
  effect(model: Model, answer: Answer, after: Facts): Model;
  /** Whether it must succeed without other requests at the same time. */
  isDue?(model: Model): boolean;
  /** Pieces that a count did not find. */
  lost?: number;
  /** Pieces that were delivered, less those that were lost. */
  found?: number;
}

export type Planned = (action: Choice, setup: Setup) => Act | null;

export const chosen = <Thing>(things: readonly Thing[], { which }: Choice): Thing | undefined =>
  things[which % Math.max(things.length, 1)];

export const present = ({ lines }: Facts) => lines.filter(({ isGone }) => !isGone);
export const ordered = (facts: Facts) => present(facts).filter(({ kind }) => kind === "order");

const folders = { order: "", swap: "swaps/", claim: "claims/" };

/** Where the goods of a line are packed and shipped. */
export function pathOf({ kind, owner, orderId }: Facts["lines"][number]): string {
  return kind === "order" ? `/admin/orders/${orderId}` : `/admin/orders/${orderId}/${folders[kind]}${owner}`;
}

export const same = (model: Model): Model => model;

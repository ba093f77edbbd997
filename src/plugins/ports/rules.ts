import type { ShopCart, ShopCartTotals, ShopLine, ShopVariant } from "./rule-data.ts";

/** What a rule returns: nothing, or `refuse(message, { code })`. */
export type Decision = undefined | null | RefusedByRule;

declare const isRefusal: unique symbol;

/** Made by `refuse`. */
export interface RefusedByRule {
  readonly [isRefusal]: true;
}

export interface RefuseOptions {
  /** For programs: lower-case letters, digits and underscores. `refused_by_plugin` if absent. */
  readonly code?: string;
  /** 409 for what another request may have changed meanwhile. 400 if absent. */
  readonly status?: 400 | 409;
}

export type Refuse = (message: string, options?: RefuseOptions) => RefusedByRule;

/** The second argument of every rule, so that a plugin of one file needs no import. */
export interface RuleHelp {
  readonly refuse: Refuse;
}

/** In all that a rule gets. Fields are added; a change that breaks gets another version. */
export interface RuleInput {
  readonly version: 1;
  /** The time of the decision. A rule that uses it gives the same answer for the same data. */
  readonly at: string;
}

/** A line is added, or its pieces or its price change. */
export interface LineInput extends RuleInput {
  readonly source: "cart" | "draft_order" | "swap" | "claim" | "order_edit";
  /** The line as it will be. Its id is null before it is stored. */
  readonly line: Omit<ShopLine, "id"> & { readonly id: string | null };
  /** What it was; null for a new line. */
  readonly before: { readonly quantity: number; readonly unit_price: number } | null;
  /** Null for lines without a product, and where only the price or the pieces of a stored line change. */
  readonly variant: ShopVariant | null;
  /** The cart before the change; null while it is created, and for lines that are in no cart. */
  readonly cart: ShopCart | null;
}

/** A cart is to be paid or completed. */
export interface CartInput extends RuleInput {
  readonly cart: ShopCart;
  readonly totals: ShopCartTotals;
}

/** An order is about to be placed, or a swap to be confirmed. */
export interface CompletionInput extends CartInput {
  /** `draft_order`: a merchant marks it as paid. */
  readonly kind: "order" | "draft_order" | "swap";
  /** What `steps.beforeCompletion` of the same plugin returned; null without one. */
  readonly data: unknown;
}

/** Money is about to be paid back. */
export interface RefundInput extends RuleInput {
  /** Null for a payment without an order. */
  readonly order_id: string | null;
  readonly amount: number;
  readonly reason: "discount" | "return" | "swap" | "claim" | "other";
  readonly note: string | null;
}

/** A customer gets an account: by registration, or by a user. */
export interface CustomerInput extends RuleInput {
  readonly customer: {
    readonly email: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly phone: string | null;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly custom_fields: Readonly<Record<string, unknown>>;
  };
}

/** A product is created or changed, by a user or by an import. Its variants are not in it. */
export interface ProductInput extends RuleInput {
  readonly product: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly title: string;
    /** As they will be. An import knows those of its row. */
    readonly custom_fields: Readonly<Record<string, unknown>>;
  };
  readonly is_new: boolean;
}

export interface RuleInputs {
  readonly line: LineInput;
  readonly cart: CartInput;
  readonly completion: CompletionInput;
  readonly refund: RefundInput;
  readonly customer: CustomerInput;
  readonly product: ProductInput;
}

export type RulePoint = keyof RuleInputs;

/**
 * Pure functions that accept or refuse. They run inside of the transaction, while rows are locked, so they get all that they may
 * look at and return at once: no promises.
 */
export type PluginRules = {
  readonly [Point in RulePoint]?: (input: RuleInputs[Point], help: RuleHelp) => Decision;
};

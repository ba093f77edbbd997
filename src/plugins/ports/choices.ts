import type { ShopCart } from "./rule-data.ts";
import type { RuleInput } from "./rules.ts";

/** A price that applies to the variant, the market, the customer and the quantity. */
export interface PriceCandidate {
  readonly amount: number;
  readonly includes_tax: boolean;
  readonly region_id: string | null;
  readonly currency_code: string;
  readonly min_quantity: number | null;
  readonly max_quantity: number | null;
  readonly price_list_id: string | null;
}

export interface PriceChoiceInput extends RuleInput {
  readonly variant_id: string | null;
  /** Null where only a variant is shown. */
  readonly product_id: string | null;
  /** Of a customer with an account. */
  readonly customer_id: string | null;
  /** Of the cart; null where prices are only shown. */
  readonly sales_channel_id: string | null;
  /** Null where prices are only shown. */
  readonly quantity: number | null;
  readonly region_id: string | null;
  readonly currency_code: string;
  readonly customer_group_ids: readonly string[];
  readonly candidates: readonly PriceCandidate[];
  /** The position of the candidate that the shop would take. A variant without a candidate is not sold. */
  readonly selected: number;
}

/** Nothing: as the shop would. `candidate`: its position. `amount`: another unit price. */
export type ChosenPrice =
  | { readonly candidate: number }
  | { readonly amount: number; readonly includes_tax?: boolean }
  | undefined
  | null;

export interface ChosenTaxLine {
  /** In percent. */
  readonly rate: number;
  readonly name: string;
  readonly code: string | null;
}

/** The rates by the id of the line, and by that of the shipping method. */
export interface ChosenTaxes {
  readonly lines: Readonly<Record<string, readonly ChosenTaxLine[]>>;
  readonly shipping: Readonly<Record<string, readonly ChosenTaxLine[]>>;
}

export interface TaxChoiceInput extends RuleInput, ChosenTaxes {
  /** For an order edit or a claim, the order with its new lines in the form of a cart. */
  readonly cart: ShopCart;
  /** The order that an order edit or a claim adds goods to; null for a cart. */
  readonly order_id: string | null;
}

export interface LocationChoiceInput extends RuleInput {
  readonly sales_channel_id: string | null;
  /** Where the goods go. */
  readonly country_code: string | null;
  readonly postal_code: string | null;
  readonly needs: readonly {
    readonly line_item_id: string;
    readonly variant_id: string;
    readonly inventory_item_id: string;
    readonly quantity: number;
  }[];
  /** As the shop would prefer them. */
  readonly levels: readonly {
    readonly location_id: string;
    readonly inventory_item_id: string;
    readonly available: number;
  }[];
}

export interface OrderNumberInput extends RuleInput {
  /** The number of the order, which stays `display_id`. */
  readonly display_id: number;
  readonly order_id: string;
  readonly cart: ShopCart;
}

/** Pure functions that choose what the shop would choose otherwise. Each is for one plugin of a shop. Nothing returned: as the shop would. */
export interface PluginChoices {
  /** The unit price of a variant, in carts and where prices are shown. */
  readonly price?: (input: PriceChoiceInput) => ChosenPrice;
  /** The taxes of goods and of the shipping of a cart, after the rates of the shop or the answer of a tax service. Lines that keep their taxes are ignored. */
  readonly taxLines?: (input: TaxChoiceInput) => Partial<ChosenTaxes> | null | undefined;
  /** The ids of locations in the order of preference. Those that are not named come last. */
  readonly location?: (input: LocationChoiceInput) => readonly string[] | null | undefined;
  /** A number of its own, which the order has as `external_id`. 1 to 60 letters, digits and `- _ / .`; unique in the shop. */
  readonly orderNumber?: (input: OrderNumberInput) => string | null | undefined;
}

export type ChoicePoint = keyof PluginChoices;

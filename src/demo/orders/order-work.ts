import { getOrThrow } from "../lookup.ts";
import { hashOf } from "../product.ts";
import type { ShopApi } from "../shop-api.ts";
import type { PlannedOrder } from "./order-plan.ts";

interface Fulfillment {
  id: string;
  shipped_at: string | null;
  canceled_at: string | null;
}

interface Exchange {
  id: string;
  cart_id: string;
  payment_status: string;
  confirmed_at: string | null;
  difference_due: number | null;
  fulfillments: Fulfillment[];
  return_order: { id: string; status: string } | null;
}

/** An order as administrators see it, as far as the demo looks at it. */
export interface ShownOrder {
  id: string;
  status: string;
  items: { id: string; variant_id: string; quantity: number; refundable: number }[];
  payments: { captured_at: string | null }[];
  refunds: { reason: string }[];
  fulfillments: Fulfillment[];
  returns: { id: string; status: string; items: { item_id: string; quantity: number }[] }[];
  swaps: Exchange[];
  claims: Exchange[];
  refundable_amount: number;
}

/** Ids of what orders refer to, by the names that the demo knows it by. */
export interface Known {
  regions: Map<string, string>;
  /** By `region/name`. */
  shipping: Map<string, string>;
  /** By SKU. */
  variants: Map<string, string>;
  /** Those with an account, by email. */
  customers: Map<string, string>;
  reasons: Map<string, string>;
}

export interface Buyers {
  /** Acts for a customer who is logged in. */
  customer(id: string): Promise<ShopApi>;
  /** Acts for nobody in particular. */
  visitor: ShopApi;
}

/** All that is needed to go on with an order. */
export interface OrderWork {
  /** Acts for the merchant. */
  api: ShopApi;
  buyer: ShopApi;
  plan: PlannedOrder;
  known: Known;
  order: ShownOrder;
}

/** Something that is done to an order. A load that was cut off takes it again only if it is not done. */
export interface Step {
  isDone(work: OrderWork): boolean | Promise<boolean>;
  take(work: OrderWork): Promise<unknown>;
}

export const optionOf = ({ plan, known }: Pick<OrderWork, "plan" | "known">, name: string) =>
  getOrThrow(known.shipping, `${plan.region.name}/${name}`);

export const wayBack = (work: OrderWork) =>
  optionOf(work, work.plan.region.shipping.find(({ isReturn }) => isReturn)!.name);

/** As carriers number their parcels. */
export const trackingOf = ({ number }: PlannedOrder, parcel: string) =>
  `TW${String(hashOf(`${parcel} ${number}`)).padStart(10, "0")}${number}`;

export const readOrder = async (api: ShopApi, id: string): Promise<ShownOrder> =>
  (await api.get<{ order: ShownOrder }>(`/admin/orders/${id}`)).order;

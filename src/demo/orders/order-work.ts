import { getOrThrow } from "../load/make-missing.ts";
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

/** The fields of an order of the admin API that the demo uses. */
export interface AdminOrder {
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

/** The ids of rows that orders refer to, by their natural keys. */
export interface DemoIds {
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
  /** Acts for a visitor without an account. */
  visitor: ShopApi;
}

/** Everything that the next step of an order needs. */
export interface OrderWork {
  /** Acts for the merchant. */
  api: ShopApi;
  buyer: ShopApi;
  plan: PlannedOrder;
  known: DemoIds;
  order: AdminOrder;
}

/** A step of an order. After an interrupted load it is repeated only if it is not done. */
export interface Step {
  isDone(work: OrderWork): boolean | Promise<boolean>;
  take(work: OrderWork): Promise<unknown>;
}

export const optionOf = ({ plan, known }: Pick<OrderWork, "plan" | "known">, name: string) =>
  getOrThrow(known.shipping, `${plan.region.name}/${name}`);

export const returnOptionOf = (work: OrderWork) =>
  optionOf(work, work.plan.region.shipping.find(({ isReturn }) => isReturn)!.name);

/** A tracking number in the format of a carrier. */
export const trackingOf = ({ number }: PlannedOrder, parcel: string) =>
  `TW${String(hashOf(`${parcel} ${number}`)).padStart(10, "0")}${number}`;

export const readOrder = async (api: ShopApi, id: string): Promise<AdminOrder> =>
  (await api.get<{ order: AdminOrder }>(`/admin/orders/${id}`)).order;

import type { FulfillmentProvider, Shipment } from "../../../src/providers/ports/fulfillment.ts";
import type { Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import { aPlace, type Place } from "./carts.ts";
import type { OrderOfOneLine } from "./orders.ts";
import { anOption } from "./shipping.ts";

/** A region that sells by post for 5.00 and takes goods back by post for 2.00. */
export interface ReturnPlace extends Place {
  optionId: string;
  returnOptionId: string;
}

export async function aReturnPlace(
  shop: TestShop,
  details: Record<string, unknown> = {},
): Promise<ReturnPlace> {
  const place = await aPlace(shop, details);
  const { id: optionId } = await anOption(shop, place.id);
  const { id: returnOptionId } = await anOption(shop, place.id, {
    amount: 200,
    is_return: true,
    data: { id: "manual-fulfillment-return" },
  });
  return { ...place, optionId, returnOptionId };
}

export interface ShownReturn {
  id: string;
  status: string;
  order_id: string | null;
  claim_order_id: string | null;
  refund_amount: number;
  location_id: string | null;
  received_at: string | null;
  shipping_data: Record<string, unknown> | null;
  no_notification: boolean | null;
  metadata: Record<string, unknown> | null;
  items: {
    item_id: string;
    quantity: number;
    requested_quantity: number | null;
    received_quantity: number | null;
    is_requested: boolean;
    reason_id: string | null;
    note: string | null;
  }[];
  shipping_method?: { price: number; shipping_option_id: string } | null;
}

/** The newest return of an order. */
export async function newestReturn(admin: Client, orderId: string): Promise<ShownReturn> {
  const { body } = await admin.get(`/admin/orders/${orderId}`);
  return body.order.returns.at(-1);
}

/** Asks for a return of pieces of an order's only line, as an administrator. */
export async function aReturn(
  shop: TestShop,
  order: OrderOfOneLine,
  details: Record<string, unknown> & { quantity?: number } = {},
): Promise<ShownReturn> {
  const { quantity = 1, ...rest } = details;
  const { status, body } = await shop.admin.post(`/admin/orders/${order.id}/return`, {
    items: [{ item_id: order.lineId, quantity }],
    ...rest,
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.order.returns.at(-1);
}

/** Every row that a return can change, and what was announced: equal before and after means nothing changed. */
export async function rowsOfOrder({ db }: TestShop, orderId: string): Promise<unknown> {
  const [rows] = await db.run({
    text: `select (select to_json(sold) from "order" sold where id = $1) as sold,
      (select json_agg(line order by line.id) from line_item line
        where order_id = $1 or claim_order_id in (select id from claim_order where order_id = $1)) as lines,
      (select json_agg(back order by back.id) from "return" back where order_id = $1) as returns,
      (select json_agg(each order by each.item_id) from return_item each
        join "return" back on back.id = each.return_id where back.order_id = $1) as items,
      (select json_agg(each order by each.id) from payment each where order_id = $1) as payments,
      (select json_agg(each order by each.id) from refund each where order_id = $1) as refunds,
      (select json_agg(each order by each.id) from claim_order each where order_id = $1) as claims,
      (select json_agg(each order by each.id) from claim_item each
        join claim_order claim on claim.id = each.claim_order_id where claim.order_id = $1) as claimed,
      (select json_agg(each order by each.id) from shipping_method each
        where return_id in (select id from "return" where order_id = $1)
          or claim_order_id in (select id from claim_order where order_id = $1)) as methods,
      (select count(*) from tradewind.event where data ->> 'id' = $1
        or data ->> 'id' in (select id from claim_order where order_id = $1)) as events`,
    values: [orderId],
  });
  return rows;
}

/** What was announced of an order, oldest first. */
export async function eventsOf({ db }: TestShop, id: string, name: string) {
  const events = await db.run<{ data: Record<string, unknown> }>({
    text: "select data from tradewind.event where entity_id = $1 and name = $2 order by seq",
    values: [id, name],
  });
  return events.map(({ data }) => data);
}

/** A carrier whose answers the test decides. It records the returns that it books. */
export class ScriptedCarrier implements FulfillmentProvider {
  readonly id = "scripted-carrier";
  readonly booked: Shipment[] = [];
  /** Called while a return is booked. */
  meanwhile: (shipment: Shipment) => Promise<void> = async () => {};

  options = async () => [{ id: "back", is_return: true }];
  validateOption = async () => true;
  validateData: FulfillmentProvider["validateData"] = async (_option, data) => ({ ...data, checked: true });
  canCalculate = async () => true;
  calculatePrice: FulfillmentProvider["calculatePrice"] = async (_option, _data, { items }) =>
    items.reduce((sum, { quantity }) => sum + 30 * quantity, 0);
  createFulfillment = async () => ({});
  cancelFulfillment = async () => {};
  createReturn = async (shipment: Shipment) => {
    this.booked.push(shipment);
    await this.meanwhile(shipment);
    return { label: `label of ${shipment.id}` };
  };
  documents = async () => [];
}

/** An option of the carrier in the region, with a price that the carrier calculates. */
export const anOptionOf = (shop: TestShop, carrier: ScriptedCarrier, regionId: string) =>
  anOption(shop, regionId, {
    provider_id: carrier.id,
    data: { id: "back" },
    price_type: "calculated",
    amount: undefined,
    is_return: true,
  });

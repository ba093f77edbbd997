import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { CartAddress, CartCustomer } from "../../selling/carts/index.ts";
import {
  deleteShippingMethods,
  insertShippingMethods,
  insertShippingTaxes,
  type NewShippingMethod,
} from "../../selling/shipping-methods/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { isRateOfOption, regionTaxLine, taxLinesWhere } from "../../shop/taxes/index.ts";

/** A shipping option with the data of the order that its provider needs. */
export interface OrderOption {
  id: string;
  region_id: string;
  profile_id: string;
  provider_id: string;
  includes_tax: boolean;
  data: Metadata;
  /** Its own rates; without any, the rate of its region. */
  rates: TaxLine[];
  shipping_address: CartAddress | null;
  customer: Omit<CartCustomer, "has_account"> | null;
}

const option = compiledSql<{ orderId: string; optionId: string }, OrderOption>(
  "order-shipping-option",
  (p) => sql<OrderOption>`
    select offered.id, offered.region_id, offered.profile_id, offered.provider_id, offered.includes_tax,
      offered.data,
      coalesce(${sql.raw(taxLinesWhere(isRateOfOption("offered.id")))},
        json_build_array(${sql.raw(regionTaxLine("home"))})) as rates,
      (select row_to_json(goal) from address goal where goal.id = sold.shipping_address_id) as shipping_address,
      (select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name,
          'last_name', buyer.last_name, 'metadata', buyer.metadata)
        from customer buyer where buyer.id = sold.customer_id and buyer.deleted_at is null) as customer
    from "order" sold, shipping_option offered join region home on home.id = offered.region_id
    where sold.id = ${p.orderId} and offered.id = ${p.optionId} and offered.deleted_at is null`,
);

export async function findOrderOption(
  on: Connection,
  ids: { orderId: string; optionId: string },
): Promise<OrderOption | null> {
  const [found] = await option(on, ids);
  return found ?? null;
}

interface NewMethod {
  orderId: string;
  method: NewShippingMethod;
  rates: readonly TaxLine[];
  /** Methods to delete. */
  replacedIds: string[];
}

/** Adds a shipping method to a locked order. */
export async function insertOrderShipping(
  tx: Tx,
  { orderId, method, rates, replacedIds }: NewMethod,
): Promise<void> {
  await deleteShippingMethods(tx, replacedIds);
  await insertShippingMethods(tx, { order_id: orderId }, [method]);
  await insertShippingTaxes(tx, method.id, rates);
}

import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { CartRegion } from "./cart.ts";

export interface ContextRegion extends CartRegion {
  currency_includes_tax: boolean;
}

/** The region, channel and customer of a cart. */
export interface CartContext {
  region: ContextRegion | null;
  channel: { id: string; name: string; is_disabled: boolean } | null;
  customer: { id: string; email: string; has_account: boolean; group_ids: string[] } | null;
}

interface ContextRequest {
  /** Null: the oldest region. */
  regionId: string | null;
  /** Null: the default channel of the shop. */
  salesChannelId: string | null;
  customerId: string | null;
}

const context = compiledSql<ContextRequest, CartContext>(
  "cart-context",
  (p) => sql<CartContext>`select
    (select row_to_json(found) from (
      select home.id, home.currency_code, home.tax_rate, home.tax_provider_id,
        home.automatic_taxes, home.gift_cards_taxable, home.includes_tax, home.deleted_at,
        (select currency.includes_tax from currency where currency.code = home.currency_code)
          as currency_includes_tax,
        coalesce((select json_agg(json_build_object('iso_2', country.iso_2) order by country.iso_2)
          from country where country.region_id = home.id), '[]'::json) as countries,
        coalesce((select json_agg(json_build_object('id', offered.provider_id))
          from region_payment_providers offered where offered.region_id = home.id), '[]'::json) as payment_providers
      from region home
      where home.deleted_at is null and (${p.regionId}::text is null or home.id = ${p.regionId})
      order by home.created_at, home.id limit 1) found) as region,
    (select json_build_object('id', sold.id, 'name', sold.name, 'is_disabled', sold.is_disabled) from sales_channel sold
      where sold.deleted_at is null and sold.id = coalesce(${p.salesChannelId}::text,
        (select store.default_sales_channel_id from store order by store.created_at limit 1))) as channel,
    (select json_build_object('id', buyer.id, 'email', buyer.email, 'has_account', buyer.has_account, 'group_ids', coalesce((
        select json_agg(members.customer_group_id) from customer_group_customers members
        where members.customer_id = buyer.id and buyer.has_account), '[]'::json))
      from customer buyer where buyer.id = ${p.customerId} and buyer.deleted_at is null) as customer`,
);

export async function readCartContext(on: Connection, request: ContextRequest): Promise<CartContext> {
  const [found] = await context(on, request);
  return found!;
}

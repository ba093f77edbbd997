import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { isRateOfOption, regionTaxLine, taxLinesWhere } from "../../shop/taxes/index.ts";

/** A shipping option as an order that was placed sees it. */
export interface ShippingOffer {
  id: string;
  region_id: string;
  provider_id: string;
  price_type: "flat_rate" | "calculated";
  amount: number | null;
  is_return: boolean;
  admin_only: boolean;
  includes_tax: boolean;
  data: Metadata;
  /** The rates that are attached to it, or else that of its region. */
  rates: TaxLine[];
}

const offer = compiledSql<{ id: string }, ShippingOffer>(
  "return-shipping-offer",
  (p) => sql<ShippingOffer>`
    select option.id, option.region_id, option.provider_id, option.price_type, option.amount, option.is_return,
      option.admin_only, option.includes_tax, option.data,
      coalesce(${sql.raw(taxLinesWhere(isRateOfOption("option.id")))},
        json_build_array(${sql.raw(regionTaxLine("home"))})) as rates
    from shipping_option option join region home on home.id = option.region_id
    where option.id = ${p.id} and option.deleted_at is null`,
);

export async function findShippingOffer(on: Connection, id: string): Promise<ShippingOffer | null> {
  const [found] = await offer(on, { id });
  return found ?? null;
}

const missing = compiledSql<{ ids: string[] }, { id: string; isGroup: boolean }>(
  "return-reasons-usable",
  (p) => sql<{ id: string; isGroup: boolean }>`
    select reason.id, exists (select 1 from return_reason below
      where below.parent_return_reason_id = reason.id and below.deleted_at is null) as "isGroup"
    from return_reason reason where reason.id = any(${p.ids}) and reason.deleted_at is null`,
);

/** Reasons by their ids, as far as they are there. A group is one that more precise reasons are below. */
export const findReasons = (on: Connection, ids: string[]) => missing(on, { ids });

const place = compiledSql<{ id: string }, { id: string }>(
  "return-location",
  (p) => sql<{ id: string }>`select id from stock_location where id = ${p.id} and deleted_at is null`,
);

export const isLocation = async (on: Connection, id: string): Promise<boolean> =>
  (await place(on, { id })).length > 0;

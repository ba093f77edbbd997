import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { isRateOfOption, regionTaxLine, taxLinesWhere } from "../../shop/taxes/index.ts";

/** A shipping option for the shipping methods of an existing order. */
export interface OrderShippingOption {
  id: string;
  region_id: string;
  provider_id: string;
  price_type: "flat_rate" | "calculated";
  amount: number | null;
  is_return: boolean;
  admin_only: boolean;
  includes_tax: boolean;
  data: Metadata;
  /** The tax rates of the option; without any, the rate of its region. */
  rates: TaxLine[];
}

const optionById = compiledSql<{ id: string }, OrderShippingOption>(
  "return-shipping-offer",
  (p) => sql<OrderShippingOption>`
    select option.id, option.region_id, option.provider_id, option.price_type, option.amount, option.is_return,
      option.admin_only, option.includes_tax, option.data,
      coalesce(${sql.raw(taxLinesWhere(isRateOfOption("option.id")))},
        json_build_array(${sql.raw(regionTaxLine("home"))})) as rates
    from shipping_option option join region home on home.id = option.region_id
    where option.id = ${p.id} and option.deleted_at is null`,
);

export async function findOrderShippingOption(
  on: Connection,
  id: string,
): Promise<OrderShippingOption | null> {
  const [found] = await optionById(on, { id });
  return found ?? null;
}

const reasonsByIds = compiledSql<{ ids: string[] }, { id: string; isGroup: boolean }>(
  "return-reasons-usable",
  (p) => sql<{ id: string; isGroup: boolean }>`
    select reason.id, exists (select 1 from return_reason below
      where below.parent_return_reason_id = reason.id and below.deleted_at is null) as "isGroup"
    from return_reason reason where reason.id = any(${p.ids}) and reason.deleted_at is null`,
);

/** The existing reasons among the ids. A group is a reason with children. */
export const findReasons = (on: Connection, ids: string[]) => reasonsByIds(on, { ids });

const locationById = compiledSql<{ id: string }, { id: string }>(
  "return-location",
  (p) => sql<{ id: string }>`select id from stock_location where id = ${p.id} and deleted_at is null`,
);

export const isLocation = async (on: Connection, id: string): Promise<boolean> =>
  (await locationById(on, { id })).length > 0;

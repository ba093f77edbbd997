import type { Connection } from "../../../db/database.ts";
import type { Extra, Graph } from "../../../graph/graph.ts";
import { REFERENCE_DATA_VERSION } from "../../../graph/reference-data.ts";
import { viewOf } from "../../../graph/selection.ts";
import { CATALOGUE_VERSION } from "../../catalogue/catalogue-state/index.ts";
import { variantTaxRates } from "../../catalogue/pricing/index.ts";
import { pricedVariant } from "../../catalogue/products/index.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import { availabilityIn, type Holder } from "../../stock/inventory/index.ts";
import type { Offer } from "./offer.ts";

/**
 * The version of the catalogue (products, prices, channels) and of the reference data (taxes). Null if the shop has stock
 * locations: then stock has to be read in any case.
 */
export const OFFER_VERSION = `case when not ${HAS_STOCK_LOCATIONS}
  then concat(${REFERENCE_DATA_VERSION}, ' ', ${CATALOGUE_VERSION}) end`;

const offered = viewOf({
  entity: pricedVariant,
  fields: [
    "id",
    "title",
    "sku",
    "weight",
    "custom_fields",
    "product.id",
    "product.title",
    "product.status",
    "product.thumbnail",
    "product.discountable",
    "product.is_giftcard",
    "product.custom_fields",
  ],
});

/** A cart without a channel may contain any product. */
const inChannel = (salesChannelId: string | null): Extra<"$in_channel", boolean> => ({
  name: "$in_channel",
  values: [salesChannelId],
  sql: (row, [channel]) => `(${channel}::text is null or exists (select 1 from product_sales_channel sold
    where sold.product_id = ${row}.product_id and sold.sales_channel_id = ${channel}))`,
});

export interface OfferRequest {
  variantIds: readonly string[];
  regionId: string;
  salesChannelId: string | null;
  /** Stock holds of other carts are not available to this one. */
  holder?: Holder;
}

export type VersionedOffer = Offer & {
  /** The version of the data that the offer depends on, except stock; null if it cannot be cached. */
  $version: string | null;
};

const version: Extra<"$version", string | null> = { name: "$version", values: [], sql: () => OFFER_VERSION };

/** Reads the offers of variants in one statement. Unknown variants are missing. */
export async function readOffersFrom(
  graph: Graph,
  on: Connection,
  request: OfferRequest,
): Promise<VersionedOffer[]> {
  const ids = [...new Set(request.variantIds)];
  const rows = await graph.rows(offered, {
    filters: [{ kind: "in", column: "id", values: ids }],
    extras: [
      variantTaxRates({ region_id: request.regionId }),
      availabilityIn(request.salesChannelId, request.holder),
      inChannel(request.salesChannelId),
      version,
    ],
    limit: ids.length,
    offset: 0,
    on,
  });
  // The product of a variant may have been deleted.
  return rows.filter((row): row is typeof row & { product: Offer["product"] } => row.product !== null);
}

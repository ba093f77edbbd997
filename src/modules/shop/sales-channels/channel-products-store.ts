import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { productsNotFound } from "./sales-channel.ts";

const productsOfChannels = linkTable("product_sales_channel", {
  owner: "sales_channel_id",
  other: "product_id",
});

/** The channels of products. */
export const channelsOfProducts = linkTable("product_sales_channel", {
  owner: "product_id",
  other: "sales_channel_id",
});

const missing = missingIds("product");

/** Returns the products that were not there before. If one does not exist, none is added. */
export async function addProducts(tx: Tx, id: string, productIds: string[]): Promise<string[]> {
  const unknown = await missing(tx, productIds);
  if (unknown.length > 0) throw productsNotFound(unknown);
  return productsOfChannels.add(tx, id, productIds);
}

/** Returns the products that were there. */
export const removeProducts = productsOfChannels.remove;

import type { Connection } from "../../../../db/database.ts";
import { listMostUsedTags, type ProductSearch, searchProducts } from "../product-search-store.ts";

/** The ids of the products that match the text, best match first. */
export const findProducts = ({ db }: { db: Connection }, search: ProductSearch): Promise<string[]> =>
  search.text.trim() === "" || search.limit === 0 ? Promise.resolve([]) : searchProducts(db, search);

export const listTagUsage = ({ db }: { db: Connection }) => listMostUsedTags(db);

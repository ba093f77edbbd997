import type { Connection } from "../../../../db/database.ts";
import { type ProductSearch, searchProducts } from "../product-search-store.ts";

/** The ids of the products that fit what people typed, best first. */
export const findProducts = ({ db }: { db: Connection }, asked: ProductSearch): Promise<string[]> =>
  asked.text.trim() === "" || asked.limit === 0 ? Promise.resolve([]) : searchProducts(db, asked);

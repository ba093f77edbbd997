import type { Connection } from "../../../../db/database.ts";
import type { Availability } from "../stock.ts";
import { type Asked, readAvailability } from "../stock-store.ts";

/**
 * What of some variants can be sold in a sales channel, in one statement: from the channel's locations where stock
 * is kept by location, else the variant's own quantity. Without a channel all locations count. Variants that are
 * not there are missing from the answer.
 */
export const availableQuantities = (on: Connection, asked: Asked): Promise<Map<string, Availability>> =>
  readAvailability(on, asked);

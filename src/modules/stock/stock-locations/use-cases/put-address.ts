import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import {
  addressFrom,
  askedAddress,
  type StockLocation,
  type StockLocationChanges,
  withAddressChanges,
} from "../stock-location.ts";
import {
  findLockedAddress,
  insertLocationAddress,
  lockLocationAddress,
  saveLocationAddress,
} from "../stock-location-store.ts";

/**
 * Writes the address that a request sends along, and tells its id; null when it sends none. An address that is
 * written out changes the one the location has, so that its id stays.
 */
export async function putAddress(
  tx: Tx,
  location: StockLocation,
  request: StockLocationChanges,
): Promise<string | null> {
  const asked = askedAddress(request);
  if (asked === null) return null;
  if (typeof asked === "string") return (await lockLocationAddress(tx, asked)).id;
  const current = location.address_id === null ? null : await findLockedAddress(tx, location.address_id);
  if (current) {
    await saveLocationAddress(tx, withAddressChanges(current, asked));
    return current.id;
  }
  const address = addressFrom(newId("laddr"), asked);
  await insertLocationAddress(tx, address);
  return address.id;
}

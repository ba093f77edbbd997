import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { addLocationToChannels } from "../../shop/sales-channels/index.ts";
import { carryOverStock, deleteStockAtLocation } from "../inventory/index.ts";
import { stockLocationEvents } from "./events.ts";
import {
  addressFrom,
  type NewStockLocation,
  requestedAddress,
  type StockLocation,
  type StockLocationChanges,
  withAddressChanges,
  withChanges,
} from "./stock-location.ts";
import {
  deleteLocationRow,
  findLockedAddress,
  insertLocation,
  insertLocationAddress,
  lockLocation,
  lockLocationAddress,
  saveLocation,
  saveLocationAddress,
} from "./stock-location-store.ts";

interface Deps {
  db: Db;
}

export const createStockLocation = ({ db }: Deps, input: NewStockLocation): Promise<string> =>
  inTransaction(db, async (tx) => {
    const location = { id: newId("sloc"), name: input.name, address_id: null, metadata: null };
    const addressId = await saveAddress(tx, location, input);
    await insertLocation(tx, { ...withChanges(location, { addressId }), metadata: input.metadata ?? null });
    await stockLocationEvents.announce(tx, "stock-location.created", { id: location.id });
    if (input.carry_over_stock) await carryOver(tx, location.id);
    return location.id;
  });

export const updateStockLocation = ({ db }: Deps, id: string, changes: StockLocationChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const location = await lockLocation(tx, id);
    const addressId = await saveAddress(tx, location, changes);
    await saveLocation(tx, withChanges(location, { ...changes, addressId }));
    await stockLocationEvents.announce(tx, "stock-location.updated", { id });
  });

/** Does nothing if the location does not exist, as in v1. */
export const deleteStockLocation = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteLocationRow(tx, id);
    if (!existed) return;
    await deleteStockAtLocation(tx, id);
    await stockLocationEvents.announce(tx, "stock-location.deleted", { id });
  });

export const carryOverToLocation = ({ db }: Deps, id: string) =>
  inTransaction(db, async (tx) => {
    await lockLocation(tx, id);
    return carryOver(tx, id);
  });

/**
 * The quantities of variants become levels of a locked location. If no channel sells from it, all channels do from now on: the
 * quantities of variants were available in all channels.
 */
async function carryOver(tx: Tx, id: string): Promise<{ levels: number; reservations: number }> {
  const carried = await carryOverStock(tx, id);
  await addLocationToChannels(tx, id);
  return carried;
}

/**
 * Saves the address of a request and returns its id; null if the request has none. A new address overwrites the address of the
 * location, so that its id stays the same.
 */
async function saveAddress(
  tx: Tx,
  location: StockLocation,
  request: StockLocationChanges,
): Promise<string | null> {
  const requested = requestedAddress(request);
  if (requested === null) return null;
  if (typeof requested === "string") return (await lockLocationAddress(tx, requested)).id;
  const current = location.address_id === null ? null : await findLockedAddress(tx, location.address_id);
  if (current) {
    await saveLocationAddress(tx, withAddressChanges(current, requested));
    return current.id;
  }
  const address = addressFrom(newId("laddr"), requested);
  await insertLocationAddress(tx, address);
  return address.id;
}

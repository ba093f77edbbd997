import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { salesChannelEvents } from "./events.ts";
import {
  channelFrom,
  checkNotDefault,
  type NewSalesChannel,
  type SalesChannelChanges,
  withChanges,
} from "./sales-channel.ts";
import {
  addLocation,
  addProducts,
  deleteChannelRow,
  insertChannel,
  lockChannel,
  lockDefaultChannels,
  removeAllLocations,
  removeLocation,
  removeProducts,
  saveChannel,
} from "./sales-channel-store.ts";

export const createSalesChannel = ({ db }: { db: Db }, input: NewSalesChannel): Promise<string> =>
  inTransaction(db, async (tx) => {
    const channel = channelFrom(newId("sc"), input);
    await insertChannel(tx, channel);
    await salesChannelEvents.announce(tx, "sales_channel.created", { id: channel.id });
    return channel.id;
  });

export const updateSalesChannel = (
  { db }: { db: Db },
  id: string,
  changes: SalesChannelChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (changes.is_disabled) checkNotDefault(id, await lockDefaultChannels(tx), "disable");
    const channel = await lockChannel(tx, id);
    const next = withChanges(channel, changes);
    await saveChannel(tx, next);
    recordUpdate(tx, channel, next);
    await salesChannelEvents.announce(tx, "sales_channel.updated", { id });
  });

/** Succeeds also if the channel does not exist. */
export const deleteSalesChannel = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    checkNotDefault(id, await lockDefaultChannels(tx), "delete");
    const { existed } = await deleteChannelRow(tx, id);
    if (!existed) return;
    await removeAllLocations(tx, id);
    await salesChannelEvents.announce(tx, "sales_channel.deleted", { id });
  });

type ProductRefs = readonly { id: string }[];

/** Products that are already in the channel are ignored. If one product does not exist, none is added. */
export const addProductsToChannel = (
  { db }: { db: Db },
  channelId: string,
  products: ProductRefs,
): Promise<void> =>
  changeProducts(db, { channelId, products, write: addProducts, event: "sales_channel.products_added" });

/** Products that are not in the channel are ignored. */
export const removeProductsFromChannel = (
  { db }: { db: Db },
  channelId: string,
  products: ProductRefs,
): Promise<void> =>
  changeProducts(db, { channelId, products, write: removeProducts, event: "sales_channel.products_removed" });

interface ChannelProductsChange {
  channelId: string;
  products: ProductRefs;
  write: (tx: Tx, channelId: string, productIds: string[]) => Promise<string[]>;
  event: "sales_channel.products_added" | "sales_channel.products_removed";
}

const changeProducts = (db: Db, { channelId, products, write, event }: ChannelProductsChange) =>
  inTransaction(db, async (tx) => {
    await lockChannel(tx, channelId);
    const changed = await write(tx, channelId, [...new Set(products.map(({ id }) => id))].sort());
    if (changed.length > 0)
      await salesChannelEvents.announce(tx, event, { id: channelId, product_ids: changed });
  });

interface ChannelLocation {
  channelId: string;
  locationId: string;
}

/** Has no effect if the channel already has the location. */
export const addLocationToChannel = ({ db }: { db: Db }, pair: ChannelLocation): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockChannel(tx, pair.channelId);
    const { isNew } = await addLocation(tx, newId("scloc"), pair);
    if (isNew) await salesChannelEvents.announce(tx, "sales_channel.location_added", locationEventData(pair));
  });

/** Has no effect if the channel does not have the location, or if the location does not exist. */
export const removeLocationFromChannel = ({ db }: { db: Db }, pair: ChannelLocation): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockChannel(tx, pair.channelId);
    const { existed } = await removeLocation(tx, pair);
    if (existed)
      await salesChannelEvents.announce(tx, "sales_channel.location_removed", locationEventData(pair));
  });

const locationEventData = ({ channelId, locationId }: ChannelLocation) => ({
  id: channelId,
  location_id: locationId,
});

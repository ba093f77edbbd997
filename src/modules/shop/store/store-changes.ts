import type { Db } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Granted } from "../../../kernel/permissions.ts";
import { storeEvents } from "./events.ts";
import {
  refuseForeignInviteLink,
  type Store,
  type StoreChanges,
  withChanges,
  withCurrency,
  withoutCurrency,
} from "./store.ts";
import { lockStore, saveStore } from "./store-store.ts";

interface UpdateDeps {
  db: Db;
  granted: Granted;
  /** The addresses of the dashboard and of the shop itself. */
  ownSites: readonly (string | null)[];
}

/** Returns the id of the store. */
export const updateStoreSettings = ({ db, ...caller }: UpdateDeps, changes: StoreChanges): Promise<string> =>
  inTransaction(db, async (tx) => {
    const store = await lockStore(tx);
    refuseForeignInviteLink(store, changes, caller);
    const next = withChanges(store, changes);
    await saveStore(tx, store, next);
    recordUpdate(tx, store, next);
    await storeEvents.announce(tx, "store.updated", { id: store.id, fields: Object.keys(changes) });
    return store.id;
  });

export const addStoreCurrency = ({ db }: { db: Db }, code: string): Promise<string> =>
  changeCurrencies(db, (store) => withCurrency(store, code.toLowerCase()));

export const removeStoreCurrency = ({ db }: { db: Db }, code: string): Promise<string> =>
  changeCurrencies(db, (store) => withoutCurrency(store, code.toLowerCase()));

/** Returns the id of the store. Writes and announces nothing if the currencies stay the same. */
const changeCurrencies = (db: Db, change: (store: Store) => Store) =>
  inTransaction(db, async (tx) => {
    const store = await lockStore(tx);
    const next = change(store);
    if (next.currencies.length !== store.currencies.length) {
      await saveStore(tx, store, next);
      recordUpdate(tx, store, next);
      await storeEvents.announce(tx, "store.updated", { id: store.id, fields: ["currencies"] });
    }
    return store.id;
  });

import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type Store, withCurrency, withoutCurrency } from "../store.ts";
import { lockStore, saveStore } from "../store-store.ts";

export const addStoreCurrency = ({ db }: { db: Db }, code: string): Promise<string> =>
  changeCurrencies(db, (store) => withCurrency(store, code.toLowerCase()));

export const removeStoreCurrency = ({ db }: { db: Db }, code: string): Promise<string> =>
  changeCurrencies(db, (store) => withoutCurrency(store, code.toLowerCase()));

/** Returns the id of the store. Nothing is written or announced when the currencies stay the same. */
const changeCurrencies = (db: Db, change: (store: Store) => Store) =>
  inTransaction(db, async (tx) => {
    const store = await lockStore(tx);
    const next = change(store);
    if (next.currencies.length !== store.currencies.length) {
      await saveStore(tx, store, next);
      await announce(tx, "store.updated", { id: store.id, fields: ["currencies"] });
    }
    return store.id;
  });

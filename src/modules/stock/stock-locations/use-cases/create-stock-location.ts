import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type NewStockLocation, withChanges } from "../stock-location.ts";
import { insertLocation } from "../stock-location-store.ts";
import { carryOverInto } from "./carry-over-to-location.ts";
import { putAddress } from "./put-address.ts";

export const createStockLocation = ({ db }: { db: Db }, input: NewStockLocation): Promise<string> =>
  inTransaction(db, async (tx) => {
    const blank = { id: newId("sloc"), name: input.name, address_id: null, metadata: null };
    const addressId = await putAddress(tx, blank, input);
    await insertLocation(tx, { ...withChanges(blank, { addressId }), metadata: input.metadata ?? null });
    await announce(tx, "stock-location.created", { id: blank.id });
    if (input.carry_over_stock) await carryOverInto(tx, blank.id);
    return blank.id;
  });

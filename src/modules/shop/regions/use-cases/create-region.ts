import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { holdStoreCurrency } from "../../store/index.ts";
import { type NewRegion, regionFrom, unknownCurrency } from "../region.ts";
import { insertRegion } from "../region-store.ts";
import { placeRegion } from "./place-region.ts";

export const createRegion = ({ db }: { db: Db }, input: NewRegion): Promise<string> =>
  inTransaction(db, async (tx) => {
    const region = regionFrom(newId("reg"), input);
    if (!(await holdStoreCurrency(tx, region.currency_code))) throw unknownCurrency(region.currency_code);
    await insertRegion(tx, region);
    await placeRegion(tx, region.id, input);
    await announce(tx, "region.created", { id: region.id });
    return region.id;
  });

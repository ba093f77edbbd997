import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { DEFAULT_NAME, NAME } from "../../load/open-store.ts";
import { type Confirmed, type DemoShop, pointedTo, refuseDiscard, stillLoading } from "../discard.ts";
import { emptyShop, findPointer, lockDiscard, lockLoading, readDemoShop } from "../discard-store.ts";
import { demoShopEvents } from "../events.ts";

/** Empties a shop that began as the demo. Two requests at the same time: the second finds no demo any more. */
export const discardDemo = ({ db }: { db: Db }, confirmed: Confirmed): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDiscard(tx);
    refuseDiscard(await readDemoShop(tx), confirmed);
    if (!(await lockLoading(tx))) throw stillLoading();
    const pointer = await findPointer(tx);
    if (pointer !== null) throw pointedTo(pointer);
    await emptyShop(tx, { demo: NAME, empty: DEFAULT_NAME });
    await demoShopEvents.announce(tx, "demo-shop.discarded", { id: "demo" });
  });

export const findDemoShop = ({ db }: { db: Db }): Promise<DemoShop> => readDemoShop(db);

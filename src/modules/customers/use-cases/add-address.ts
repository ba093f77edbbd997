import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { type AddressInput, addressFrom } from "../address.ts";
import { insertAddress } from "../address-store.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";

export const addAddress = ({ db }: { db: Db }, customerId: string, input: AddressInput): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    await insertAddress(tx, addressFrom({ id: newId("addr"), customer_id: customerId }, input));
    await announce(tx, "customer.updated", { ...(await saveCustomer(tx, customer)) });
  });

import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import {
  type AddressInput,
  addressesOf,
  addressFrom,
  insertAddresses,
  isSameAddress,
} from "../../addresses/index.ts";
import { type CustomerLimits, refuseLargeBook } from "../customer-limits.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";

/** As in v1, an address that the customer already has is not added again. */
export const addAddress = (
  { db, config }: { db: Db; config: CustomerLimits },
  customerId: string,
  input: AddressInput,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const known = await addressesOf(tx, customerId);
    if (known.some((address) => isSameAddress(address, input))) return;
    const added = addressFrom({ id: newId("addr"), customer_id: customerId }, input);
    refuseLargeBook(customer, [...known, added], config);
    await insertAddresses(tx, [added]);
    await announce(tx, "customer.updated", { ...(await saveCustomer(tx, customer)) });
  });

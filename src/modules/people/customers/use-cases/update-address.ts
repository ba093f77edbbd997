import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { jsonBytes } from "../../../../kernel/json-bytes.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import {
  type AddressInput,
  addressesOf,
  findOwnAddress,
  saveAddress,
  withAddressChanges,
} from "../../addresses/index.ts";
import { type CustomerLimits, refuseManyNotes } from "../customer-limits.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";

interface AddressUpdate {
  customerId: string;
  addressId: string;
  changes: AddressInput;
}

export const updateAddress = (
  { db, config }: { db: Db; config: CustomerLimits },
  { customerId, addressId, changes }: AddressUpdate,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const address = await findOwnAddress(tx, customerId, addressId);
    if (!address) throw invalid(`The customer has no address ${addressId}`);
    const changed = withAddressChanges(address, changes);
    const others = (await addressesOf(tx, customerId)).filter(({ id }) => id !== addressId);
    if (jsonBytes(changed) > jsonBytes(address)) refuseManyNotes(customer, [...others, changed], config);
    await saveAddress(tx, changed);
    await announce(tx, "customer.updated", { ...(await saveCustomer(tx, customer)) });
  });

import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { type AddressInput, withAddressChanges } from "../address.ts";
import { findOwnAddress, saveAddress } from "../address-store.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";

interface AddressUpdate {
  customerId: string;
  addressId: string;
  changes: AddressInput;
}

export const updateAddress = (
  { db }: { db: Db },
  { customerId, addressId, changes }: AddressUpdate,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const address = await findOwnAddress(tx, customerId, addressId);
    if (!address) throw invalid(`The customer has no address ${addressId}`);
    await saveAddress(tx, withAddressChanges(address, changes));
    await announce(tx, "customer.updated", { ...(await saveCustomer(tx, customer)) });
  });

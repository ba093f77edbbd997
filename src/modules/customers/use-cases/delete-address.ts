import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { deleteAddressRow, findOwnAddress, isAddressInUse, saveAddress } from "../address-store.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";

interface AddressDeletion {
  customerId: string;
  addressId: string;
}

/**
 * An address that an order or a cart shows only leaves the customer's book: the goods must still arrive. One that is not in
 * the book is as good as deleted.
 */
export const deleteAddress = (
  { db }: { db: Db },
  { customerId, addressId }: AddressDeletion,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const address = await findOwnAddress(tx, customerId, addressId);
    if (!address) return;
    const isBilling = customer.billing_address_id === addressId;
    const saved = await saveCustomer(tx, isBilling ? { ...customer, billing_address_id: null } : customer);
    if (await isAddressInUse(tx, addressId)) await saveAddress(tx, { ...address, customer_id: null });
    else await deleteAddressRow(tx, addressId);
    await announce(tx, "customer.updated", { ...saved });
  });

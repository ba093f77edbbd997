import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteAddressRow, findOwnAddress, isAddressInUse, saveAddress } from "../../addresses/index.ts";
import { lockCustomer, saveCustomer } from "../customer-store.ts";

/** Carts are above customers: they do their part themselves, in the same transaction. */
export interface CartsWithAddress {
  /** Each open cart that shows the address gets a copy of its own. */
  copyAddressToCarts: (tx: Tx, addressId: string) => Promise<void>;
}

interface AddressDeletion {
  customerId: string;
  addressId: string;
}

/** Orders and carts keep a copy of the address. Does nothing if the customer does not have the address. */
export const deleteAddress = (
  { db, carts }: { db: Db; carts: CartsWithAddress },
  { customerId, addressId }: AddressDeletion,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const address = await findOwnAddress(tx, customerId, addressId);
    if (!address) return;
    const isBilling = customer.billing_address_id === addressId;
    const saved = await saveCustomer(tx, isBilling ? { ...customer, billing_address_id: null } : customer);
    await carts.copyAddressToCarts(tx, addressId);
    if (await isAddressInUse(tx, addressId)) await saveAddress(tx, { ...address, customer_id: null });
    else await deleteAddressRow(tx, addressId);
    await announce(tx, "customer.updated", { ...saved });
  });

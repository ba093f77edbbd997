import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { jsonBytes } from "../../../kernel/json.ts";
import { invalid } from "../../../kernel/refusal.ts";
import {
  type AddressInput,
  addressesOf,
  addressFrom,
  deleteAddressRow,
  findOwnAddress,
  insertAddresses,
  isAddressInUse,
  isSameAddress,
  saveAddress,
  withAddressChanges,
} from "../addresses/index.ts";
import { type CustomerLimits, refuseLargeCustomer, refuseManyAddresses } from "./customer.ts";
import { lockCustomer, saveCustomer } from "./customer-store.ts";
import { customerEvents } from "./events.ts";

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
    refuseManyAddresses(customer, [...known, added], config);
    await insertAddresses(tx, [added]);
    await customerEvents.announce(tx, "customer.updated", { ...(await saveCustomer(tx, customer)) });
  });

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
    if (jsonBytes(changed) > jsonBytes(address)) refuseLargeCustomer(customer, [...others, changed], config);
    await saveAddress(tx, changed);
    await customerEvents.announce(tx, "customer.updated", { ...(await saveCustomer(tx, customer)) });
  });

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
    await customerEvents.announce(tx, "customer.updated", { ...saved });
  });

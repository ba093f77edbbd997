import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { jsonBytes } from "../../../../kernel/json-bytes.ts";
import {
  type AddressInput,
  addressesOf,
  addressFrom,
  insertAddresses,
  lockAddress,
  lockOwnAddress,
  saveAddress,
  withAddressChanges,
} from "../../addresses/index.ts";
import { beginSession, endAllSessions, type SessionTimes } from "../../auth/index.ts";
import { type Customer, type CustomerChanges, withChanges } from "../customer.ts";
import { type CustomerLimits, refuseManyNotes } from "../customer-limits.ts";
import { lockCustomer, refuseTakenEmail, saveCustomer } from "../customer-store.ts";
import { hashIfGiven } from "./hash-if-given.ts";

type ProfileUpdate = Omit<CustomerChanges, "password_hash"> & {
  password?: string;
  billing_address?: AddressInput | string | null;
};

/**
 * Changes by the customer. Unlike admins, customers can change their email. A new password ends all sessions of the customer; the
 * current one gets a new token.
 */
export async function updateProfile(
  { db, config }: { db: Db; config: CustomerLimits },
  id: string,
  { password, billing_address, ...changes }: ProfileUpdate,
  session: SessionTimes | null,
): Promise<string | null> {
  const password_hash = await hashIfGiven(password);
  return inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id);
    const billing_address_id = await saveBillingAddress(tx, customer, billing_address);
    const next = { ...withChanges(customer, { ...changes, password_hash }), billing_address_id };
    if (jsonBytes(next.metadata) > jsonBytes(customer.metadata)) {
      refuseManyNotes(next, await addressesOf(tx, id), config);
    }
    if (next.email !== customer.email) await refuseTakenEmail(tx, next);
    const saved = await saveCustomer(tx, next);
    if (password_hash) await endAllSessions(tx, "customer", id);
    await announce(tx, "customer.updated", { ...saved });
    return password_hash && session ? beginSession(tx, "customer", { id, ...session }) : null;
  });
}

/** An id selects one of the customer's own addresses, null removes it; fields update the current one or create one. */
async function saveBillingAddress(
  tx: Tx,
  customer: Customer,
  sent: AddressInput | string | null | undefined,
): Promise<string | null> {
  const current = customer.billing_address_id;
  if (sent === undefined || sent === current) return current;
  if (sent === null) return null;
  if (typeof sent === "string") return (await lockOwnAddress(tx, customer.id, sent)).id;
  const existing = current === null ? null : await lockAddress(tx, current);
  if (existing) {
    await saveAddress(tx, withAddressChanges(existing, sent));
    return existing.id;
  }
  const added = addressFrom({ id: newId("addr"), customer_id: null }, sent);
  await insertAddresses(tx, [added]);
  return added.id;
}

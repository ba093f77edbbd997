import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { ruleFields } from "../../../graph/custom-fields/field-values.ts";
import { frozenCopy } from "../../../kernel/frozen-copy.ts";
import { newId } from "../../../kernel/ids.ts";
import { jsonBytes } from "../../../kernel/json.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import {
  type AddressInput,
  addressesOf,
  addressFrom,
  insertAddresses,
  lockAddress,
  lockOwnAddress,
  saveAddress,
  withAddressChanges,
} from "../addresses/index.ts";
import { beginSession, endAllSessions, hashPassword, openSession, type SessionTimes } from "../auth/index.ts";
import {
  accountFrom,
  type Customer,
  type CustomerChanges,
  type CustomerLimits,
  type NewAccount,
  refuseEmailOfAccount,
  refuseLargeCustomer,
  withChanges,
} from "./customer.ts";
import {
  customerFields,
  insertCustomer,
  lockCustomer,
  refuseTakenEmail,
  saveCustomer,
} from "./customer-store.ts";
import { customerEvents } from "./events.ts";
import { replaceGroups } from "./membership-store.ts";

type AccountInput = Omit<NewAccount, "password_hash"> & { password: string };

interface AccountDeps {
  db: Db;
  providers: { rules: Rules };
}

/** A guest with the same email stays a separate customer. */
export async function createAccount(
  { db, providers: { rules } }: AccountDeps,
  { password, ...input }: AccountInput,
): Promise<string> {
  // Before the transaction: hashing is slow on purpose.
  const password_hash = await hashPassword(db, password);
  return inTransaction(db, async (tx) => {
    const account = accountFrom(newId("cus"), { ...input, password_hash });
    await refuseTakenEmail(tx, account);
    const { custom_fields } = input;
    rules.decide("customer", () => ({
      customer: { ...registrationOf(account), custom_fields: ruleFields({ custom_fields }) },
    }));
    const customer = await insertCustomer(tx, account);
    const fields = await customerFields.save(tx, customer.id, input.custom_fields);
    await customerEvents.announce(tx, "customer.created", { ...customer, ...fields });
    return customer.id;
  });
}

/** As plugins see it. */
const registrationOf = ({ email, first_name, last_name, phone, metadata }: Customer) => ({
  email,
  first_name,
  last_name,
  phone,
  metadata: frozenCopy(metadata),
});

interface SignUp extends SessionTimes {
  account: AccountInput;
}

/** A new account, already logged in. */
export async function signUp(
  deps: AccountDeps,
  { account, ...session }: SignUp,
): Promise<{ id: string; token: string }> {
  const id = await createAccount(deps, account);
  return { id, token: await openSession(deps, "customer", { id, ...session }) };
}

type CustomerUpdate = Omit<CustomerChanges, "password_hash"> & {
  password?: string;
  groups?: { id: string }[];
};

/** Changes by an admin. */
export async function updateCustomer(
  { db }: { db: Db },
  id: string,
  { password, groups, ...changes }: CustomerUpdate,
): Promise<void> {
  const password_hash = await hashIfGiven(db, password);
  await inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id);
    refuseEmailOfAccount(customer, changes.email);
    const saved = await saveCustomer(tx, withChanges(customer, { ...changes, password_hash }));
    const fields = await customerFields.save(tx, id, changes.custom_fields);
    if (groups) await replaceGroups(tx, { customerId: id, groupIds: groups.map((group) => group.id) });
    if (password_hash) await endAllSessions(tx, "customer", id);
    await customerEvents.announce(tx, "customer.updated", { ...saved, ...fields });
  });
}

type ProfileUpdate = Omit<CustomerChanges, "password_hash"> & {
  password?: string;
  billing_address?: AddressInput | string | null;
  session: SessionTimes;
};

/**
 * Changes by the customer. Unlike admins, customers can change their email. A new password ends all sessions of the
 * customer; the current one gets a new token, which is returned.
 */
export async function updateProfile(
  { db, config }: { db: Db; config: CustomerLimits },
  id: string,
  { password, billing_address, session, ...changes }: ProfileUpdate,
): Promise<string | null> {
  const password_hash = await hashIfGiven(db, password);
  return inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id);
    const billing_address_id = await saveBillingAddress(tx, customer, billing_address);
    const next = { ...withChanges(customer, { ...changes, password_hash }), billing_address_id };
    if (jsonBytes(next.metadata) > jsonBytes(customer.metadata)) {
      refuseLargeCustomer(next, await addressesOf(tx, id), config);
    }
    if (next.email !== customer.email) await refuseTakenEmail(tx, next);
    const saved = await saveCustomer(tx, next);
    const fields = await customerFields.save(tx, id, changes.custom_fields);
    if (password_hash) await endAllSessions(tx, "customer", id);
    await customerEvents.announce(tx, "customer.updated", { ...saved, ...fields });
    return password_hash && session.oldToken ? beginSession(tx, "customer", { id, ...session }) : null;
  });
}

/** By an admin. Null removes it. */
export const setBillingAddress = (
  { db, config }: { db: Db; config: CustomerLimits },
  id: string,
  sent: AddressInput | string | null,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id);
    const billing_address_id = await saveBillingAddress(tx, customer, sent);
    refuseLargeCustomer(customer, await addressesOf(tx, id), config);
    const saved = await saveCustomer(tx, { ...customer, billing_address_id });
    await customerEvents.announce(tx, "customer.updated", { ...saved });
  });

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

/** Call it before the transaction: hashing is slow on purpose. */
const hashIfGiven = async (db: Db, password: string | undefined): Promise<string | undefined> =>
  password === undefined ? undefined : hashPassword(db, password);

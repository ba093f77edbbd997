import { jsonBytes } from "../../../kernel/json.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, tooLarge } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { Address } from "../addresses/index.ts";

export interface Customer {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  billing_address_id: string | null;
  password_hash: string | null;
  has_account: boolean;
  metadata: Metadata | null;
}

export interface NewAccount {
  email: string;
  first_name: string;
  last_name: string;
  phone?: string | null;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
  password_hash: string;
}

type Names = Pick<Customer, "first_name" | "last_name">;

export type CustomerChanges = Partial<Omit<NewAccount, keyof Names> & Names>;

/** Emails are stored in lower case, so that lookups are not case-sensitive. */
export const asStored = (email: string) => email.toLowerCase();

/** Whether this customer is a guest with this email. */
export const isGuestWith = ({ email, has_account }: Pick<Customer, "email" | "has_account">, sent: string) =>
  !has_account && email === asStored(sent);

export const accountFrom = (id: string, input: NewAccount): Customer => ({
  id,
  email: asStored(input.email),
  first_name: input.first_name,
  last_name: input.last_name,
  phone: input.phone ?? null,
  billing_address_id: null,
  password_hash: input.password_hash,
  has_account: true,
  metadata: input.metadata ?? null,
});

export const withChanges = (customer: Customer, changes: CustomerChanges): Customer => ({
  ...customer,
  email: changes.email === undefined ? customer.email : asStored(changes.email),
  first_name: changes.first_name === undefined ? customer.first_name : changes.first_name,
  last_name: changes.last_name === undefined ? customer.last_name : changes.last_name,
  phone: changes.phone === undefined ? customer.phone : changes.phone,
  // As in v1, a password does not turn a guest into an account: the guest has to sign up.
  password_hash: changes.password_hash ?? customer.password_hash,
  metadata: changes.metadata ? mergedMetadata(customer.metadata, changes.metadata) : customer.metadata,
});

/** Only customers change the email of their account. As in v1, even the same email is refused. */
export function refuseEmailOfAccount(customer: Customer, email: string | undefined): void {
  if (customer.has_account && email !== undefined) {
    throw invalid("Email cannot be changed when the user has registered their account");
  }
}

/** Limits of an account: all of its data is sent with every answer. */
export interface CustomerLimits {
  customerAddresses: number;
  customerBytes: number;
}

type WithMetadata = Pick<Customer, "metadata">;

/** `book` has the addresses after the change. */
export function refuseManyAddresses(
  customer: WithMetadata,
  book: readonly Address[],
  limits: CustomerLimits,
): void {
  const { customerAddresses } = limits;
  if (book.length > customerAddresses) {
    throw invalid(`address: a customer cannot have more than ${customerAddresses} addresses`);
  }
  refuseLargeCustomer(customer, book, limits);
}

/** With metadata and addresses after the change. */
export function refuseLargeCustomer(
  { metadata }: WithMetadata,
  book: readonly Address[],
  { customerBytes }: CustomerLimits,
): void {
  if (jsonBytes(metadata) + jsonBytes(book) > customerBytes) {
    throw tooLarge(
      `metadata: a customer cannot have more than ${customerBytes} bytes of metadata and addresses`,
    );
  }
}

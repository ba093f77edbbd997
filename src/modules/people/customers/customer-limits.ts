import { jsonBytes } from "../../../kernel/json-bytes.ts";
import { invalid, tooLarge } from "../../../kernel/refusal.ts";
import type { Address } from "../addresses/index.ts";
import type { Customer } from "./customer.ts";

/** Limits of an account: all of its data is sent with every answer. */
export interface CustomerLimits {
  customerAddresses: number;
  customerBytes: number;
}

type Noting = Pick<Customer, "metadata">;

/** `book` has the addresses after the change. */
export function refuseLargeBook(customer: Noting, book: readonly Address[], limits: CustomerLimits): void {
  const { customerAddresses } = limits;
  if (book.length > customerAddresses) {
    throw invalid(`address: a customer cannot have more than ${customerAddresses} addresses`);
  }
  refuseManyNotes(customer, book, limits);
}

/** With metadata and addresses after the change. */
export function refuseManyNotes(
  { metadata }: Noting,
  book: readonly Address[],
  { customerBytes }: CustomerLimits,
): void {
  if (jsonBytes(metadata) + jsonBytes(book) > customerBytes) {
    throw tooLarge(
      `metadata: a customer cannot keep more than ${customerBytes} bytes of notes and addresses`,
    );
  }
}

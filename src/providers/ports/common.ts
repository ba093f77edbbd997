/** Data of a provider that the shop stores with a record: JSON that only the provider understands. */
export type ProviderData = Record<string, unknown>;

export type { PostalAddress as Address } from "../../kernel/address.ts";
export type { ByteStream, Bytes, Signal } from "../../kernel/runtime-types.ts";

export interface Customer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  metadata: Record<string, unknown>;
}

/** Amounts everywhere are integers in the smallest unit of the currency: 1050 is 10.50 EUR. */
export type Amount = number;

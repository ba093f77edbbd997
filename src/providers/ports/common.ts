/** What a provider keeps with a record of the shop: JSON that only the provider understands. */
export type ProviderData = Record<string, unknown>;

export interface Address {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2, lower case. */
  countryCode: string | null;
  phone: string | null;
}

export interface Customer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  metadata: Record<string, unknown>;
}

/** Amounts everywhere are integers in the smallest unit of the currency: 1050 is 10.50 EUR. */
export type Amount = number;

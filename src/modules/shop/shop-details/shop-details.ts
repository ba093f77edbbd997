import { invalid } from "../../../kernel/refusal.ts";

/** What the shop prints about itself. */
export interface ShopDetails {
  legal_name: string | null;
  address_1: string | null;
  address_2: string | null;
  postal_code: string | null;
  city: string | null;
  province: string | null;
  country_code: string | null;
  email: string | null;
  phone: string | null;
  tax_number: string | null;
  registration: string | null;
  footer: string | null;
  logo_key: string | null;
  invoice_prefix: string;
  first_invoice_number: number;
}

export type ShopDetailsChanges = Partial<ShopDetails>;

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() || null : value);

/** An empty text is none. */
export function withChanges(details: ShopDetails, changes: ShopDetailsChanges): ShopDetails {
  const { invoice_prefix, ...others } = changes;
  const texts = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, trimmed(value)]));
  const next = { ...details, ...texts, ...(invoice_prefix !== undefined && { invoice_prefix }) };
  return { ...next, country_code: next.country_code?.toLowerCase() ?? null };
}

/** The largest logo: it is in every PDF. */
export const MAX_LOGO_BYTES = 1024 * 1024;

export const logoTooLarge = () => invalid("logo_key: the logo is larger than 1 MB");
export const logoOfManyPixels = () => invalid("logo_key: the logo has more than 2,000 × 2,000 pixels");
export const noPicture = () => invalid("logo_key: the logo is not a PNG or JPEG picture");
export const unknownLogo = () => invalid("logo_key: there is no such file");
export const brokenLogo = () => invalid("logo_key: the picture is broken");

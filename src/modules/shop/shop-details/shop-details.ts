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

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** The largest logo: it is in every PDF. */
export const MAX_LOGO_BYTES = 1024 * 1024;

/** The kinds of pictures that PDF documents can hold. */
export function logoTypeOf(content: Buffer): "image/png" | "image/jpeg" {
  if (content.subarray(0, PNG.length).equals(PNG)) return "image/png";
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  throw invalid("logo_key: the logo is not a PNG or JPEG picture");
}

/** Unpacked: 2,000 × 2,000 pixels with eight bytes each. */
export const MAX_LOGO_PIXEL_BYTES = 32_000_000;

/** The compressed pixels of a PNG: the contents of its chunks with that name. */
export function packedPixels(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = PNG.length; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    // A length, a name and a checksum of four bytes each.
    at += length + 12;
  }
  return Buffer.concat(parts);
}

export const logoTooLarge = () => invalid("logo_key: the logo is larger than 1 MB");
export const logoOfManyPixels = () => invalid("logo_key: the logo has more than 2,000 × 2,000 pixels");
export const unknownLogo = () => invalid("logo_key: there is no such file");
export const brokenLogo = () => invalid("logo_key: the picture is broken");

import { Type } from "typebox";
import { body, ok } from "../../../http/routes.ts";

const textOf = (maxLength: number, description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], maxLength, description });

const texts = {
  legal_name: textOf(255, "The name of the company, if it is not the name of the shop."),
  address_1: textOf(255, "Street and number."),
  address_2: textOf(255, "The second line of the address."),
  postal_code: textOf(40, "The postal code."),
  city: textOf(255, "The city."),
  province: textOf(255, "The province or state."),
  country_code: Type.Unsafe<string | null>({
    type: ["string", "null"],
    pattern: "^([a-zA-Z]{2})?$",
    description: "The country, in two letters.",
  }),
  email: textOf(320, "Where customers write to."),
  phone: textOf(60, "Where customers call."),
  tax_number: textOf(60, "The tax number or the VAT number."),
  registration: textOf(255, "The entry in a register of companies."),
  footer: textOf(1_000, "The last lines of an invoice, such as a bank account."),
  logo_key: textOf(1_024, "The key of an uploaded picture, PNG or JPEG, up to 1 MB."),
};

const numbering = {
  invoice_prefix: Type.String({
    maxLength: 20,
    description: "Before the numbers of invoices and credit notes.",
  }),
  first_invoice_number: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description:
      "The next number is at least this one: for a shop that goes on with the numbers of another system.",
  }),
};

export const shopDetailsBody = Type.Partial(body({ ...texts, ...numbering }), {
  additionalProperties: false,
});

export const shopDetailsAnswer = ok({
  shop_details: Type.Object({
    name: Type.String({ description: "The name of the store." }),
    ...texts,
    logo_url: Type.Union([Type.String(), Type.Null()]),
    ...numbering,
  }),
});

import { Type } from "typebox";
import {
  body,
  email,
  metadata,
  nonEmptyText,
  nullableMetadata,
  nullableText,
  ok,
  optional,
  text,
  view,
} from "../../../http/routes.ts";
import { customer } from "./customers-graph.ts";

export const signUpBody = body({
  first_name: text,
  last_name: text,
  email,
  password: nonEmptyText,
  phone: optional(nullableText),
});

export const passwordTokenBody = body({ email });

export const passwordResetBody = body({ email, token: nonEmptyText, password: nonEmptyText });

export const nothing = {
  204: Type.Null({ description: "Always, whether the email has an account or not." }),
};

const optionalParts = {
  company: optional(nullableText),
  address_2: optional(nullableText),
  province: optional(nullableText),
  phone: optional(nullableText),
  metadata: optional(
    nullableMetadata("Free key-value pairs, which take the place of those that are there. Null for none."),
  ),
};

export const newAddressBody = body({
  address: body({
    first_name: text,
    last_name: text,
    address_1: text,
    city: text,
    country_code: text,
    postal_code: text,
    ...optionalParts,
  }),
});

export const addressChangesBody = body({
  first_name: optional(nullableText),
  last_name: optional(nullableText),
  address_1: optional(nullableText),
  city: optional(nullableText),
  country_code: optional(nullableText),
  postal_code: optional(nullableText),
  ...optionalParts,
});

export const profileChangesBody = body({
  email: optional(email),
  first_name: optional(nullableText),
  last_name: optional(nullableText),
  password: optional(nonEmptyText),
  phone: optional(nullableText),
  metadata: optional(metadata),
  billing_address: optional(
    Type.Union([addressChangesBody, nonEmptyText, Type.Null()], {
      description:
        "The fields of an address, the id of one of the customer's own addresses, or null for none.",
    }),
  ),
});

/** The own data of a customer. */
export const ownCustomer = { entity: customer, relations: ["shipping_addresses", "billing_address"] };

/** After a password reset: without relations, because no customer is logged in. */
export const accountAlone = { entity: customer };

export const customerAnswer = ok({ customer: view("customer") });

export const paymentMethods = ok({
  payment_methods: Type.Array(Type.Object({}, { additionalProperties: true })),
});

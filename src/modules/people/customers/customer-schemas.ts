import { Type } from "typebox";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, equalTo, type QueryFilter, where } from "../../../http/query-filters.ts";
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
} from "../../../http/routes.ts";
import { consentFilter } from "../consent/index.ts";
import { customerHasTag } from "../tags/index.ts";
import { relationsByGroup, relationsOfBareCustomer } from "../v1-shapes.ts";
import { customer, customersMentioning, inAnyGroup } from "./customers-graph.ts";

export const signUpBody = body({
  first_name: text,
  last_name: text,
  email,
  password: nonEmptyText,
  phone: optional(nullableText),
  ...fieldsOfNewRow("customer"),
});

export const passwordTokenBody = body({ email });

export const passwordResetBody = body({ email, token: nonEmptyText, password: nonEmptyText });

export const noContent = {
  204: Type.Null({ description: "Always, whether the email has an account or not." }),
};

const optionalFields = {
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
    ...optionalFields,
  }),
});

export const addressChangesBody = body({
  first_name: optional(nullableText),
  last_name: optional(nullableText),
  address_1: optional(nullableText),
  city: optional(nullableText),
  country_code: optional(nullableText),
  postal_code: optional(nullableText),
  ...optionalFields,
});

/** Of a customer for admins: one of the saved addresses, or the fields of an address that is not saved. */
export const billingAddressBody = body({
  address_id: optional(nullableText),
  address: optional(addressChangesBody),
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
  ...fieldsOfRow("customer"),
});

/** The own data of a customer. */
export const ownCustomer = { entity: customer, relations: ["shipping_addresses", "billing_address"] };

export const customerAnswer = ok({ customer: shown("StoreCustomer", ownCustomer) });

export const paymentMethods = ok({
  payment_methods: Type.Array(Type.Object({}, { additionalProperties: true })),
});

export const newCustomerBody = body({
  email,
  first_name: text,
  last_name: text,
  password: nonEmptyText,
  phone: optional(text),
  metadata: optional(metadata),
  ...fieldsOfNewRow("customer"),
});

export const customerChangesBody = body({
  email: optional(email),
  first_name: optional(nullableText),
  last_name: optional(nullableText),
  password: optional(nonEmptyText),
  phone: optional(nullableText),
  metadata: optional(metadata),
  groups: optional(
    Type.Array(body({ id: text }), {
      maxItems: 10_000,
      description: "The new groups of the customer; replaces the previous ones.",
    }),
  ),
  ...fieldsOfRow("customer"),
});

export const bareCustomer = { entity: customer, relations: relationsOfBareCustomer };

export const adminCustomer = { entity: customer, relations: ["orders", "shipping_addresses"] };

const search: QueryFilter = {
  schema: Type.String({
    description:
      "Searches emails, names, and addresses, also those of orders: names, companies, streets, postal codes and cities. Finds several words in any order.",
  }),
  toFilters: (text) => (text === "" ? [] : [customersMentioning(text as string)]),
};

const list = (relations: string[]) =>
  listQuery({
    view: { entity: customer, relations },
    limit: 50,
    filters: {
      q: search,
      has_account: equalTo("boolean"),
      groups: where(inAnyGroup, { either: true }),
      tags: where(customerHasTag, { either: true }),
      marketing_consent: consentFilter,
      created_at: dates(),
      updated_at: dates(),
    },
  });

export const adminCustomers = list([]);
export const adminCustomersByGroup = list(relationsByGroup);

export const adminCustomersFor = (query: object) =>
  "groups" in query ? adminCustomersByGroup : adminCustomers;

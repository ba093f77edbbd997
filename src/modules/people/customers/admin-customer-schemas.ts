import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { dates, equalTo, where } from "../../../http/query-filters.ts";
import { body, email, metadata, nonEmptyText, nullableText, optional, text } from "../../../http/routes.ts";
import { customer, inAnyGroup } from "./customers-graph.ts";

export const newCustomerBody = body({
  email,
  first_name: text,
  last_name: text,
  password: nonEmptyText,
  phone: optional(text),
  metadata: optional(metadata),
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
});

/** Without relations: a new customer has none. */
export const newCustomer = { entity: customer };

export const adminCustomer = { entity: customer, relations: ["orders", "shipping_addresses"] };

const list = (relations: string[]) =>
  listQuery({
    view: { entity: customer, relations },
    limit: 50,
    search: ["email", "first_name", "last_name"],
    filters: {
      has_account: equalTo("boolean"),
      groups: where(inAnyGroup, { either: true }),
      created_at: dates(),
      updated_at: dates(),
    },
  });

export const adminCustomers = list([]);

/** Lists by group also show the groups. */
export const adminCustomersOfGroups = list(["groups"]);

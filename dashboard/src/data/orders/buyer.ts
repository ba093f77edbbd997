interface Named {
  first_name?: string | null;
  last_name?: string | null;
}

interface Bought {
  email?: string | null;
  customer?: Named | null;
  shipping_address?: Named | null;
}

/** What `nameOfBuyer` reads, of an order or a cart that a row has under this name. */
export const buyerFieldsOf = (owner = ""): string[] =>
  [
    "email",
    ...["customer", "shipping_address"].flatMap((person) => [`${person}.first_name`, `${person}.last_name`]),
  ].map((field) => owner + field);

const nameIn = (person: Named | null | undefined) =>
  [person?.first_name, person?.last_name].filter(Boolean).join(" ");

/** A guest has a name only in the address of the order. */
export const nameOfBuyer = (order: Bought): string =>
  nameIn(order.customer) || nameIn(order.shipping_address) || (order.email ?? "");

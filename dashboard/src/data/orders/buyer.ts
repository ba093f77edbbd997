interface Named {
  first_name?: string | null;
  last_name?: string | null;
}

const nameIn = (person: Named | null | undefined) =>
  [person?.first_name, person?.last_name].filter(Boolean).join(" ");

/** A guest has a name only in the address of the order. */
export const nameOfBuyer = (order: {
  email: string;
  customer?: Named | null;
  shipping_address?: Named | null;
}): string => nameIn(order.customer) || nameIn(order.shipping_address) || order.email;

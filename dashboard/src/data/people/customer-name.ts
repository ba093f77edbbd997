interface Named {
  first_name: string | null;
  last_name: string | null;
}

interface NamedCustomer extends Named {
  email: string;
  /** Of the newest order. A guest has a name only there. */
  newest_addresses?: readonly Named[];
}

/** What `nameOf` reads. */
export const NAMED = [
  "email,first_name,last_name",
  "newest_addresses.first_name,newest_addresses.last_name",
].join();

const nameIn = (person: Named | undefined) =>
  [person?.first_name, person?.last_name].filter(Boolean).join(" ");

export const nameOf = (customer: NamedCustomer): string =>
  nameIn(customer) || nameIn(customer.newest_addresses?.[0]) || customer.email;

import type { Tx } from "../../db/database.ts";
import { compiled } from "../../db/statements.ts";
import type { Metadata } from "../../kernel/metadata.ts";
import type { CartAddress } from "./cart.ts";

const ofCustomer = compiled("cart-address-book", (db, p: { customerId: string; id: string }) =>
  db
    .selectFrom("address")
    .select([
      "id",
      "customer_id",
      "company",
      "first_name",
      "last_name",
      "address_1",
      "address_2",
      "city",
      "country_code",
      "province",
      "postal_code",
      "phone",
      "metadata",
    ])
    .where("customer_id", "=", p.customerId)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null),
);

/** The customer's address with this id, if there is one. */
export async function findInBook(tx: Tx, customerId: string | null, id: string): Promise<CartAddress[]> {
  if (customerId === null) return [];
  const found = await ofCustomer(tx, { customerId, id });
  return found.map((address) => ({ ...address, metadata: address.metadata as Metadata | null }));
}

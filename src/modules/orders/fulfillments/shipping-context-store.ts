import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { PostalAddress } from "../../../kernel/address.ts";
import type { Consignment } from "./consignment.ts";
import type { ChosenMethod } from "./fulfillment-plan.ts";

/** The data that parcels are planned from. */
interface ShippingContext {
  /** In the order in which they were chosen. */
  methods: ChosenMethod[];
  /** The shipping profiles of the product, by line id. */
  profiles: Record<string, string[]>;
  address: PostalAddress | null;
}

interface ConsignmentIds {
  methods: string[];
  lines: string[];
  addressId: string | null;
}

// Includes deleted options and products: an order is delivered as agreed at the sale.
const read = compiledSql<ConsignmentIds, ShippingContext>(
  "fulfillment-context",
  (p) => sql<ShippingContext>`select
    coalesce((select json_agg(json_build_object('id', method.id, 'providerId', option.provider_id,
        'profileId', option.profile_id, 'data', method.data) order by method.id)
      from shipping_method method join shipping_option option on option.id = method.shipping_option_id
      where method.id = any(${p.methods})), '[]'::json) as methods,
    coalesce((select json_object_agg(line.id, array(select placed.profile_id from product_shipping_profile placed
        where placed.product_id = variant.product_id order by placed.profile_id))
      from line_item line join product_variant variant on variant.id = line.variant_id
      where line.id = any(${p.lines})), '{}'::json) as profiles,
    (select json_build_object('firstName', first_name, 'lastName', last_name, 'company', company,
        'address1', address_1, 'address2', address_2, 'city', city, 'province', province,
        'postalCode', postal_code, 'countryCode', country_code, 'phone', phone)
      from address where address.id = ${p.addressId}) as address`,
);

export async function readShippingContext(
  tx: Tx,
  { methods, lines, shippingAddressId }: Consignment,
): Promise<ShippingContext> {
  const [context] = await read(tx, {
    methods: methods.map(({ id }) => id),
    lines: lines.map(({ id }) => id),
    addressId: shippingAddressId,
  });
  return context!;
}

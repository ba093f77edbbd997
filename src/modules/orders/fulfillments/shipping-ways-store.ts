import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { PostalAddress } from "../../../kernel/address.ts";
import type { Consignment } from "./consignment.ts";
import type { ShippingWay } from "./fulfillment-plan.ts";

/** What it takes to make parcels of the lines of a consignment. */
export interface ShippingGround {
  /** The chosen methods, in the order in which they were chosen. */
  ways: ShippingWay[];
  /** By line, the shipping profiles of its product. */
  profiles: Record<string, string[]>;
  address: PostalAddress | null;
}

interface Asked {
  methods: string[];
  lines: string[];
  addressId: string | null;
}

// Options and products count even if they were deleted: what was bought is delivered as it was agreed.
const read = compiledSql<Asked, ShippingGround>(
  "fulfillment-ground",
  (p) => sql<ShippingGround>`select
    coalesce((select json_agg(json_build_object('id', method.id, 'providerId', option.provider_id,
        'profileId', option.profile_id, 'data', method.data) order by method.id)
      from shipping_method method join shipping_option option on option.id = method.shipping_option_id
      where method.id = any(${p.methods})), '[]'::json) as ways,
    coalesce((select json_object_agg(line.id, array(select placed.profile_id from product_shipping_profile placed
        where placed.product_id = variant.product_id order by placed.profile_id))
      from line_item line join product_variant variant on variant.id = line.variant_id
      where line.id = any(${p.lines})), '{}'::json) as profiles,
    (select json_build_object('firstName', first_name, 'lastName', last_name, 'company', company,
        'address1', address_1, 'address2', address_2, 'city', city, 'province', province,
        'postalCode', postal_code, 'countryCode', country_code, 'phone', phone)
      from address where address.id = ${p.addressId}) as address`,
);

export async function readShippingGround(
  tx: Tx,
  { methods, lines, shippingAddressId }: Consignment,
): Promise<ShippingGround> {
  const [ground] = await read(tx, {
    methods: methods.map(({ id }) => id),
    lines: lines.map(({ id }) => id),
    addressId: shippingAddressId,
  });
  return ground!;
}

import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { findRequirements, saveRequirements } from "./requirement-store.ts";
import { carrierNotInRegion, type ShippingOption, unknownOption, unknownRegion } from "./shipping-option.ts";

type Placed = Pick<ShippingOption, "region_id" | "provider_id">;

const region = compiled("shipping-region", (db, p: { id: string }) =>
  db.selectFrom("region").select("id").where("id", "=", p.id).where("deleted_at", "is", null),
);

const lockedRegion = compiled("shipping-region-lock", (db, p: { id: string }) =>
  db.selectFrom("region").select("id").where("id", "=", p.id).where("deleted_at", "is", null).forShare(),
);

const carrier = compiled("shipping-region-carrier", (db, p: Placed) =>
  db
    .selectFrom("region_fulfillment_providers")
    .select("provider_id")
    .where("region_id", "=", p.region_id)
    .where("provider_id", "=", p.provider_id),
);

async function checkCarrier(on: Connection, find: typeof region, placed: Placed): Promise<void> {
  const [found] = await find(on, { id: placed.region_id });
  if (!found) throw unknownRegion(placed.region_id);
  const [serving] = await carrier(on, { region_id: placed.region_id, provider_id: placed.provider_id });
  if (!serving) throw carrierNotInRegion();
}

/** That the region is there and the carrier serves it. */
export const checkCarrierServesRegion = (on: Connection, placed: Placed) => checkCarrier(on, region, placed);

/** The same, and until the end of the transaction nobody deletes the region or changes its carriers. */
export const lockRegionOfCarrierShared = (tx: Tx, placed: Placed) => checkCarrier(tx, lockedRegion, placed);

const insert = compiled("shipping-option-insert", (db, p: ShippingOption) =>
  db.insertInto("shipping_option").values({
    id: p.id,
    name: p.name,
    region_id: p.region_id,
    profile_id: p.profile_id,
    provider_id: p.provider_id,
    price_type: p.price_type,
    amount: p.amount,
    is_return: p.is_return,
    admin_only: p.admin_only,
    includes_tax: p.includes_tax,
    data: p.data,
    metadata: p.metadata,
  }),
);

export async function insertOption(tx: Tx, option: ShippingOption): Promise<void> {
  await insert(tx, option);
  await saveRequirements(tx, option);
}

const service = compiled("shipping-option-service", (db, p: { id: string }) =>
  db
    .selectFrom("shipping_option")
    .select(["provider_id", "data"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null),
);

/** Who carries it, and with which service; neither ever changes. */
export async function findService(
  on: Connection,
  id: string,
): Promise<Pick<ShippingOption, "provider_id" | "data">> {
  const [found] = await service(on, { id });
  if (!found) throw unknownOption(id);
  return found;
}

const lock = compiled("shipping-option-lock", (db, p: { id: string }) =>
  db
    .selectFrom("shipping_option")
    .select(["id", "name", "region_id", "profile_id", "provider_id", "price_type", "amount"])
    .select(["is_return", "admin_only", "includes_tax", "data", "metadata"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

export async function lockOption(tx: Tx, id: string): Promise<ShippingOption> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownOption(id);
  const requirements = await findRequirements(tx, id);
  return { ...found, metadata: found.metadata as Metadata | null, requirements };
}

const update = compiled("shipping-option-update", (db, p: ShippingOption) =>
  db
    .updateTable("shipping_option")
    .set({
      name: p.name,
      price_type: p.price_type,
      amount: p.amount,
      admin_only: p.admin_only,
      includes_tax: p.includes_tax,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

export async function saveOption(tx: Tx, option: ShippingOption): Promise<void> {
  await update(tx, option);
  await saveRequirements(tx, option);
}

const remove = compiled("shipping-option-delete", (db, p: { id: string }) =>
  db
    .updateTable("shipping_option")
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

export async function deleteOptionRow(tx: Tx, id: string): Promise<{ wasThere: boolean }> {
  return { wasThere: (await remove(tx, { id })).length > 0 };
}

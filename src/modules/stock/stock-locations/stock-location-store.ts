import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { removeLocationFromChannels } from "../../shop/sales-channels/index.ts";
import {
  type LocationAddress,
  type StockLocation,
  unknownAddress,
  unknownLocation,
} from "./stock-location.ts";

const insert = compiled("stock-location-insert", (db, p: StockLocation) =>
  db
    .insertInto("stock_location")
    .values({ id: p.id, name: p.name, address_id: p.address_id, metadata: p.metadata }),
);

const update = compiled("stock-location-update", (db, p: StockLocation) =>
  db
    .updateTable("stock_location")
    .set({ name: p.name, address_id: p.address_id, metadata: p.metadata, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiled("stock-location-lock", (db, p: { id: string }) =>
  db
    .selectFrom("stock_location")
    .select(["id", "name", "address_id", "metadata"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const remove = compiled("stock-location-delete", (db, p: { id: string }) =>
  db
    .updateTable("stock_location")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const addressColumns = [
  "id",
  "address_1",
  "address_2",
  "company",
  "city",
  "country_code",
  "phone",
  "postal_code",
  "province",
] as const;

const addressValues = (p: LocationAddress) => ({
  address_1: p.address_1,
  address_2: p.address_2,
  company: p.company,
  city: p.city,
  country_code: p.country_code,
  phone: p.phone,
  postal_code: p.postal_code,
  province: p.province,
});

const insertAddress = compiled("stock-location-address-insert", (db, p: LocationAddress) =>
  db.insertInto("stock_location_address").values({ id: p.id, ...addressValues(p) }),
);

const updateAddress = compiled("stock-location-address-update", (db, p: LocationAddress) =>
  db
    .updateTable("stock_location_address")
    .set({ ...addressValues(p), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lockAddressRow = compiled("stock-location-address-lock", (db, p: { id: string }) =>
  db
    .selectFrom("stock_location_address")
    .select(addressColumns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

export async function insertLocation(tx: Tx, location: StockLocation): Promise<void> {
  await insert(tx, location);
}

export async function saveLocation(tx: Tx, location: StockLocation): Promise<void> {
  await update(tx, location);
}

export async function lockLocation(tx: Tx, id: string): Promise<StockLocation> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownLocation(id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

/** Also removes its links to sales channels. */
export async function deleteLocationRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  const [gone] = await remove(tx, { id });
  if (gone) await removeLocationFromChannels(tx, id);
  return { existed: gone !== undefined };
}

export async function insertLocationAddress(tx: Tx, address: LocationAddress): Promise<void> {
  await insertAddress(tx, address);
}

export async function saveLocationAddress(tx: Tx, address: LocationAddress): Promise<void> {
  await updateAddress(tx, address);
}

export async function findLockedAddress(tx: Tx, id: string): Promise<LocationAddress | null> {
  const [found] = await lockAddressRow(tx, { id });
  return found ?? null;
}

export async function lockLocationAddress(tx: Tx, id: string): Promise<LocationAddress> {
  const address = await findLockedAddress(tx, id);
  if (!address) throw unknownAddress(id);
  return address;
}

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
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

const unlink = compiled("stock-location-leave-channels", (db, p: { id: string }) =>
  db
    .updateTable("sales_channel_location")
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where("location_id", "=", p.id)
    .where("deleted_at", "is", null),
);

// Channels are locked by those who change where they sell from, so that a pair is there once.
const lockChannels = compiledSql<Record<never, never>, { id: string }>(
  "stock-location-lock-channels",
  () => sql<{ id: string }>`
    select id from sales_channel where deleted_at is null order by id for no key update`,
);

const join = compiledReturningWrite<{ id: string; links: string[]; channels: string[] }, unknown>(
  "stock-location-join-channels",
  { inserts: ["sales_channel_location"] },
  (p) => sql`
    insert into sales_channel_location (id, sales_channel_id, location_id)
    select sent.id, sent.channel, ${p.id}
    from unnest(${p.links}::text[], ${p.channels}::text[]) as sent(id, channel)
    where not exists (select 1 from sales_channel_location link
      where link.location_id = ${p.id} and link.deleted_at is null)`,
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

const written = (p: LocationAddress) => ({
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
  db.insertInto("stock_location_address").values({ id: p.id, ...written(p) }),
);

const updateAddress = compiled("stock-location-address-update", (db, p: LocationAddress) =>
  db
    .updateTable("stock_location_address")
    .set({ ...written(p), updated_at: sql`now()` })
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

/** Sales channels no longer sell from a location that is gone. */
export async function deleteLocationRow(tx: Tx, id: string): Promise<{ wasThere: boolean }> {
  const [gone] = await remove(tx, { id });
  if (gone) await unlink(tx, { id });
  return { wasThere: gone !== undefined };
}

/** All channels sell from a locked location, if none does yet. */
export async function joinChannels(tx: Tx, id: string): Promise<void> {
  const channels = (await lockChannels(tx, {})).map((channel) => channel.id);
  await join(tx, { id, channels, links: channels.map(() => newId("scloc")) });
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

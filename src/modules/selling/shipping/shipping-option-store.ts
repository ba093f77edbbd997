import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import {
  carrierNotInRegion,
  type Requirement,
  type RequirementType,
  type ShippingOption,
  unknownOption,
  unknownRegion,
} from "./shipping-option.ts";

const ofOption = compiled("shipping-requirements", (db, p: { optionId: string }) =>
  db
    .selectFrom("shipping_option_requirement")
    .select(["id", "type", "amount"])
    .where("shipping_option_id", "=", p.optionId)
    .where("deleted_at", "is", null)
    .orderBy("id"),
);

/** The option must be locked. */
const findRequirements = (tx: Tx, optionId: string): Promise<Requirement[]> => ofOption(tx, { optionId });

interface Rows {
  optionId: string;
  ids: string[];
  types: RequirementType[];
  amounts: number[];
}

const dropOthers = compiled("shipping-requirements-drop", (db, p: Pick<Rows, "optionId" | "ids">) =>
  db
    .updateTable("shipping_option_requirement")
    .set({ deleted_at: sql`now()` })
    .where("shipping_option_id", "=", p.optionId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`id <> all(${p.ids})`),
);

const putRequirements = compiled("shipping-requirements-put", (db, p: Rows) =>
  db
    .insertInto("shipping_option_requirement")
    .columns(["id", "shipping_option_id", "type", "amount"])
    .expression((from) =>
      from
        .selectFrom(
          sql<{ id: string; type: RequirementType; amount: number }>`unnest(
            ${p.ids}::varchar[],
            ${p.types}::shipping_option_requirement_type_enum[],
            ${p.amounts}::integer[])`.as<"sent">(sql`sent(id, type, amount)`),
        )
        .select([
          "sent.id",
          sql<string>`${p.optionId}::varchar`.as("shipping_option_id"),
          "sent.type",
          "sent.amount",
        ]),
    )
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({
        type: row.ref("excluded.type"),
        amount: row.ref("excluded.amount"),
      })),
    ),
);

/** Replaces the requirements. */
async function saveRequirements(tx: Tx, option: { id: string; requirements: Requirement[] }): Promise<void> {
  const ids = option.requirements.map(({ id }) => id);
  await dropOthers(tx, { optionId: option.id, ids });
  if (ids.length === 0) return;
  const types = option.requirements.map(({ type }) => type);
  const amounts = option.requirements.map(({ amount }) => amount);
  await putRequirements(tx, { optionId: option.id, ids, types, amounts });
}

type RegionAndCarrier = Pick<ShippingOption, "region_id" | "provider_id">;

const region = compiled("shipping-region", (db, p: { id: string }) =>
  db.selectFrom("region").select("id").where("id", "=", p.id).where("deleted_at", "is", null),
);

const lockedRegion = compiled("shipping-region-lock", (db, p: { id: string }) =>
  db.selectFrom("region").select("id").where("id", "=", p.id).where("deleted_at", "is", null).forShare(),
);

const carrier = compiled("shipping-region-carrier", (db, p: RegionAndCarrier) =>
  db
    .selectFrom("region_fulfillment_providers")
    .select("provider_id")
    .where("region_id", "=", p.region_id)
    .where("provider_id", "=", p.provider_id),
);

async function checkCarrier(on: Connection, find: typeof region, option: RegionAndCarrier): Promise<void> {
  const [found] = await find(on, { id: option.region_id });
  if (!found) throw unknownRegion(option.region_id);
  const [serving] = await carrier(on, { region_id: option.region_id, provider_id: option.provider_id });
  if (!serving) throw carrierNotInRegion();
}

export const checkCarrierServesRegion = (on: Connection, option: RegionAndCarrier) =>
  checkCarrier(on, region, option);

/** Checks the same, and prevents changes of the region until the end of the transaction. */
export const lockRegionOfCarrierShared = (tx: Tx, option: RegionAndCarrier) =>
  checkCarrier(tx, lockedRegion, option);

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

/** The carrier and its service. Neither can change. */
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

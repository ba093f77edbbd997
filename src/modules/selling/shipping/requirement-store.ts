import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Requirement, RequirementType } from "./requirement.ts";

const ofOption = compiled("shipping-requirements", (db, p: { optionId: string }) =>
  db
    .selectFrom("shipping_option_requirement")
    .select(["id", "type", "amount"])
    .where("shipping_option_id", "=", p.optionId)
    .where("deleted_at", "is", null)
    .orderBy("id"),
);

/** Of an option that is locked. */
export const findRequirements = (tx: Tx, optionId: string): Promise<Requirement[]> =>
  ofOption(tx, { optionId });

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

const put = compiled("shipping-requirements-put", (db, p: Rows) =>
  db
    .insertInto("shipping_option_requirement")
    .columns(["id", "shipping_option_id", "type", "amount"])
    .expression((from) =>
      from
        .selectFrom(
          sql<{ id: string; type: RequirementType; amount: number }>`unnest(
            ${p.ids}::varchar[],
            ${p.types}::shipping_option_requirement_type_enum[],
            ${p.amounts}::integer[])`.as<"wanted">(sql`wanted(id, type, amount)`),
        )
        .select([
          "wanted.id",
          sql<string>`${p.optionId}::varchar`.as("shipping_option_id"),
          "wanted.type",
          "wanted.amount",
        ]),
    )
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({
        type: row.ref("excluded.type"),
        amount: row.ref("excluded.amount"),
      })),
    ),
);

/** The requirements become exactly these. */
export async function saveRequirements(
  tx: Tx,
  option: { id: string; requirements: Requirement[] },
): Promise<void> {
  const ids = option.requirements.map(({ id }) => id);
  await dropOthers(tx, { optionId: option.id, ids });
  if (ids.length === 0) return;
  const types = option.requirements.map(({ type }) => type);
  const amounts = option.requirements.map(({ amount }) => amount);
  await put(tx, { optionId: option.id, ids, types, amounts });
}

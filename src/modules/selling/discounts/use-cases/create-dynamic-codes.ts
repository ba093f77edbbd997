import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { dynamicCodeFrom } from "../discount.ts";
import { lockDiscountShared } from "../discount-store.ts";
import { insertCodes } from "../dynamic-codes-store.ts";

interface NewCodes {
  discountId: string;
  codes: readonly string[];
  metadata: Metadata;
}

/** Makes those of the codes that nobody has yet; says how many these were. */
export async function createDynamicCodes(tx: Tx, { discountId, codes, metadata }: NewCodes): Promise<number> {
  const parent = await lockDiscountShared(tx, discountId);
  const now = new Date();
  const wanted = codes.map((code) => dynamicCodeFrom(newId("disc"), parent, { code, metadata, now }));
  const made = await insertCodes(tx, wanted);
  await announceEach(
    tx,
    "discount.created",
    made.map((id) => ({ id })),
  );
  return made.length;
}

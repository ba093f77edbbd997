import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { addCondition, changeCondition } from "./condition-changes.ts";
import {
  type Discount,
  type DiscountChanges,
  discountFrom,
  dynamicCodeFrom,
  type NewDiscount,
  type NewDynamicCode,
  normalCode,
  withChanges,
} from "./discount.ts";
import { addRegions, listRegionIds, removeRegion, replaceRegions } from "./discount-regions-store.ts";
import {
  checkFirstRegions,
  checkHasRegions,
  checkRegions,
  type DiscountRule,
  type NewCondition,
  type NewRule,
  operatorOf,
  otherRule,
  type RuleChanges,
  ruleFrom,
  type SentCondition,
  withRuleChanges,
} from "./discount-rule.ts";
import { insertRule, lockRuleOf, saveRule } from "./discount-rule-store.ts";
import {
  deleteDiscountRows,
  deleteDynamicCodeRow,
  discountFields,
  insertDiscount,
  lockDiscount,
  lockDiscountShared,
  saveDiscount,
  touchDiscount,
} from "./discount-store.ts";
import { insertCodes } from "./dynamic-codes-store.ts";
import { discountEvents } from "./events.ts";

type SentRule = RuleChanges & { conditions?: SentCondition[] };

interface DiscountUpdate extends DiscountChanges {
  rule?: SentRule;
  regions?: string[];
}

export const updateDiscount = ({ db }: { db: Db }, id: string, changes: DiscountUpdate): Promise<void> =>
  inTransaction(db, async (tx) => {
    const discount = await lockDiscount(tx, id);
    const next = withChanges(discount, changes, new Date());
    await saveDiscount(tx, next);
    await discountFields.save(tx, id, changes.custom_fields);
    recordUpdate(tx, discount, next);
    if (changes.rule || changes.regions) {
      const rule = await lockRuleOf(tx, id);
      if (changes.regions) await saveRegions(tx, { discount, rule, regions: changes.regions });
      if (changes.rule) await saveRuleChanges(tx, { discount, rule, sent: changes.rule });
    }
    await discountEvents.announce(tx, "discount.updated", { id, fields: Object.keys(changes) });
  });

async function saveRegions(
  tx: Tx,
  { discount, rule, regions }: { discount: Discount; rule: DiscountRule; regions: string[] },
): Promise<void> {
  checkHasRegions(discount);
  const regionIds = [...new Set(regions)];
  checkRegions(rule.type, regionIds);
  await replaceRegions(tx, { discountId: discount.id, regionIds });
}

async function saveRuleChanges(
  tx: Tx,
  { discount, rule, sent }: { discount: Discount; rule: DiscountRule; sent: SentRule },
): Promise<void> {
  if (sent.id !== rule.id) throw otherRule(sent.id, discount.id);
  await saveRule(tx, withRuleChanges(rule, sent));
  // Conditions that were not sent stay unchanged.
  for (const condition of sent.conditions ?? []) {
    const { id } = condition;
    if (id === undefined) {
      await addCondition(tx, rule.id, { ...condition, operator: operatorOf(condition) });
    } else {
      await changeCondition(tx, { discountId: discount.id, ruleId: rule.id, conditionId: id }, condition);
    }
  }
}

interface NewDiscountWithRule extends NewDiscount {
  rule: NewRule & { conditions?: NewCondition[] };
  regions: string[];
}

export const createDiscount = ({ db }: { db: Db }, input: NewDiscountWithRule): Promise<string> =>
  inTransaction(db, async (tx) => {
    const rule = ruleFrom(newId("dru"), input.rule);
    const discount = discountFrom({ id: newId("disc"), ruleId: rule.id }, input, new Date());
    const regionIds = [...new Set(input.regions)];
    checkFirstRegions(rule.type, regionIds);
    await insertRule(tx, rule);
    await insertDiscount(tx, discount);
    await discountFields.save(tx, discount.id, input.custom_fields);
    await addRegions(tx, { discountId: discount.id, regionIds });
    for (const condition of input.rule.conditions ?? []) await addCondition(tx, rule.id, condition);
    await discountEvents.announce(tx, "discount.created", { id: discount.id });
    return discount.id;
  });

/** Also deletes its dynamic codes. An unknown discount counts as deleted. */
export const deleteDiscount = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const gone = await deleteDiscountRows(tx, id);
    await discountEvents.announceEach(
      tx,
      "discount.deleted",
      gone.map((each) => ({ id: each })),
    );
  });

interface RegionChange {
  discountId: string;
  regionId: string;
}

/** Adding a region that the discount already has changes nothing. */
export const addDiscountRegion = ({ db }: { db: Db }, change: RegionChange): Promise<void> =>
  changeRegions(db, change, async (tx, { discountId, regionId }) => {
    const regionIds = await listRegionIds(tx, discountId);
    if (regionIds.includes(regionId)) return { isChanged: false };
    const { type } = await lockRuleOf(tx, discountId);
    checkRegions(type, [...regionIds, regionId]);
    await addRegions(tx, { discountId, regionIds: [regionId] });
    return { isChanged: true };
  });

/** The last region may be removed: a fixed discount has one region, and could not move to another otherwise. */
export const removeDiscountRegion = ({ db }: { db: Db }, change: RegionChange): Promise<void> =>
  changeRegions(db, change, async (tx, regions) => {
    const { wasThere } = await removeRegion(tx, regions);
    return { isChanged: wasThere };
  });

const changeRegions = (
  db: Db,
  change: RegionChange,
  write: (tx: Tx, change: RegionChange) => Promise<{ isChanged: boolean }>,
) =>
  inTransaction(db, async (tx) => {
    const { discountId } = change;
    checkHasRegions(await lockDiscount(tx, discountId));
    const { isChanged } = await write(tx, change);
    if (!isChanged) return;
    await touchDiscount(tx, discountId);
    await discountEvents.announce(tx, "discount.updated", { id: discountId, fields: ["regions"] });
  });

export const createDynamicCode = (
  { db }: { db: Db },
  discountId: string,
  { code, metadata }: NewDynamicCode,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const parent = await lockDiscountShared(tx, discountId);
    const made = dynamicCodeFrom(newId("disc"), parent, { code, metadata, now: new Date() });
    await insertDiscount(tx, made);
    await discountEvents.announce(tx, "discount.created", { id: made.id });
    return made.id;
  });

interface NewCodes {
  discountId: string;
  codes: readonly string[];
  metadata: Metadata;
}

/** Creates the codes that do not exist yet. Returns their number. */
export async function createDynamicCodes(tx: Tx, { discountId, codes, metadata }: NewCodes): Promise<number> {
  const parent = await lockDiscountShared(tx, discountId);
  const now = new Date();
  const discounts = codes.map((code) => dynamicCodeFrom(newId("disc"), parent, { code, metadata, now }));
  const created = await insertCodes(tx, discounts);
  await discountEvents.announceEach(
    tx,
    "discount.created",
    created.map((id) => ({ id })),
  );
  return created.length;
}

/** An unknown code counts as deleted. */
export const deleteDynamicCode = ({ db }: { db: Db }, discountId: string, code: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDiscountShared(tx, discountId);
    const id = await deleteDynamicCodeRow(tx, discountId, normalCode(code));
    if (id) await discountEvents.announce(tx, "discount.deleted", { id });
  });

import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { createGroup, removeGroup, renameGroup } from "../customer-groups/index.ts";
import { segmentEvents } from "./events.ts";
import { groupsIn, rulesFrom, type SegmentRules } from "./segment.ts";
import { beginEvents, insertSegment, lockSegment, saveRules, segmentAmong } from "./segment-store.ts";

interface Deps {
  db: Db;
}

/** Two segments that name each other would have no end. */
async function checkedRules(tx: Tx, sent: SegmentRules): Promise<SegmentRules> {
  const rules = rulesFrom(sent);
  const named = await segmentAmong(tx, groupsIn(rules));
  if (named !== null) throw invalid(`rules.groups: ${named} is a segment. Name groups only`);
  return rules;
}

export const createSegment = (
  { db }: Deps,
  { name, rules: sent }: { name: string; rules: SegmentRules },
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const rules = await checkedRules(tx, sent);
    const id = newId("cgrp");
    await createGroup(tx, { id, name });
    await beginEvents(tx);
    await insertSegment(tx, { id, rules });
    await segmentEvents.announce(tx, "segment.created", { id });
    return id;
  });

export const updateSegment = (
  { db }: Deps,
  id: string,
  { name, rules: sent }: { name?: string; rules?: SegmentRules },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockSegment(tx, id);
    const next = { id, rules: sent ? await checkedRules(tx, sent) : before.rules };
    if (name !== undefined) await renameGroup(tx, { id, name });
    if (sent) await saveRules(tx, next);
    recordUpdate(tx, before, next);
    await segmentEvents.announce(tx, "segment.updated", { id });
  });

/** With its group: prices and discounts of the group end, as when a group is deleted. */
export const deleteSegment = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockSegment(tx, id);
    await removeGroup(tx, id);
    await segmentEvents.announce(tx, "segment.deleted", { id });
  });

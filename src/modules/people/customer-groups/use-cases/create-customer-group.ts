import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { groupFrom, type NewCustomerGroup } from "../customer-group.ts";
import { insertGroup } from "../customer-group-store.ts";

export const createCustomerGroup = ({ db }: { db: Db }, input: NewCustomerGroup): Promise<string> =>
  inTransaction(db, async (tx) => {
    const group = groupFrom(newId("cgrp"), input);
    await insertGroup(tx, group);
    await announce(tx, "customer-group.created", { id: group.id });
    return group.id;
  });

import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type NewShippingProfile, profileFrom } from "../shipping-profile.ts";
import { insertProfile } from "../shipping-profile-store.ts";

export const createShippingProfile = ({ db }: { db: Db }, input: NewShippingProfile): Promise<string> =>
  inTransaction(db, async (tx) => {
    const profile = profileFrom(newId("sp"), input);
    await insertProfile(tx, profile);
    await announce(tx, "shipping-profile.created", { id: profile.id });
    return profile.id;
  });

import type { Connection } from "../../../../db/database.ts";
import type { CallerLookup } from "../../../../plugins/api/plugin-api.ts";
import { findAccount } from "../../auth/index.ts";
import { findRoleId, getRole, grantedByRole } from "../../roles/index.ts";

/** What accounts and roles may do, for calls that plugins make in their names. */
export const callerLookup = (db: Connection): CallerLookup => ({
  user: async (id) => {
    const account = await findAccount(db, "user", id);
    return account && { userId: account.id, customerId: null, granted: account.granted };
  },
  customer: async (id) => {
    const account = await findAccount(db, "customer", id);
    return account && { userId: null, customerId: account.id, granted: [] };
  },
  role: async (name) => {
    const id = await findRoleId(db, name);
    return id === null ? null : { granted: grantedByRole(await getRole(db, id)) };
  },
});

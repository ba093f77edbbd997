import type { Connection } from "../../../../db/database.ts";
import { hasCustomerAccount } from "../auth-store.ts";

/** Whether a customer has an account with this email. False for guests and for invalid emails. */
export const emailHasAccount = ({ db }: { db: Connection }, email: string): Promise<boolean> =>
  hasCustomerAccount(db, email);

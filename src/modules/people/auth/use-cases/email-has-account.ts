import type { Connection } from "../../../../db/database.ts";
import { hasCustomerAccount } from "../auth-store.ts";

/** Whether a customer has signed up with this email; guests do not count, nor does what is no email. */
export const emailHasAccount = ({ db }: { db: Connection }, email: string): Promise<boolean> =>
  hasCustomerAccount(db, email);

import { hashPassword } from "../../auth/index.ts";

/** Call it before the transaction: hashing is slow on purpose. */
export const hashIfGiven = async (password: string | undefined): Promise<string | undefined> =>
  password === undefined ? undefined : hashPassword(password);

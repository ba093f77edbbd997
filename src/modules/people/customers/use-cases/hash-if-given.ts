import { hashPassword } from "../../auth/index.ts";

/** To be called before the transaction: hashing is slow on purpose. */
export const hashIfGiven = async (password: string | undefined): Promise<string | undefined> =>
  password === undefined ? undefined : hashPassword(password);

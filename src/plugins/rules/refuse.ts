import { RefusalOfPlugin } from "../../kernel/refusal.ts";
import type { Refuse, RefusedByRule } from "../ports/rules.ts";

/** Also recognized when the plugin has a copy of this package. */
const MARK = Symbol.for("tradewind.refused");
const CODE = /^[a-z][a-z0-9_]{0,59}$/;
const MAX_MESSAGE = 500;

interface Refused {
  [MARK]: true;
  message: string;
  code: string;
  status: 400 | 409;
}

/** What a rule returns to refuse. The caller gets the message and the code; nothing is changed. */
export const refuse: Refuse = (message, { code = "refused_by_plugin", status = 400 } = {}) => {
  if (typeof message !== "string" || message === "" || message.length > MAX_MESSAGE)
    throw new Error(`refuse() needs a message of 1 to ${MAX_MESSAGE} characters`);
  if (typeof code !== "string" || !CODE.test(code))
    throw new Error(`the code of refuse() must have lower-case letters, digits and underscores, not ${code}`);
  if (status !== 400 && status !== 409) throw new Error("the status of refuse() must be 400 or 409");
  const refused: Refused = { [MARK]: true, message, code, status };
  return Object.freeze(refused) as unknown as RefusedByRule;
};

/** The refusal to throw, or null for any other value. */
export function refusalFrom(value: unknown): RefusalOfPlugin | null {
  if (typeof value !== "object" || value === null || !(MARK in value)) return null;
  const { message, code, status } = value as unknown as Refused;
  return new RefusalOfPlugin(message, code, status);
}

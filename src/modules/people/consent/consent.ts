import { invalid } from "../../../kernel/refusal.ts";

export const consentChannels = ["email", "sms"] as const;

export type ConsentChannel = (typeof consentChannels)[number];

/** A decision, with what proves it. */
export interface ConsentEntry {
  id: string;
  customer_id: string;
  channel: ConsentChannel;
  is_given: boolean;
  source: string;
  /** What the customer agreed to, as it was shown. */
  wording: string | null;
  wording_version: string | null;
  ip: string | null;
  user_id: string | null;
}

export interface Decision {
  channel: ConsentChannel;
  is_given: boolean;
  source?: string;
  wording?: string | null;
  wording_version?: string | null;
}

/** Who decided, and from where. */
export interface Decider {
  customerId: string;
  /** The user who recorded it; null for the customer. */
  userId: string | null;
  ip: string | null;
}

export function entryFrom(id: string, decision: Decision, { customerId, userId, ip }: Decider): ConsentEntry {
  const { channel, is_given, source, wording = null, wording_version = null } = decision;
  if (is_given && wording === null)
    throw invalid("wording: consent needs the text that the customer agreed to");
  return {
    id,
    customer_id: customerId,
    channel,
    is_given,
    source: source ?? (userId === null ? "storefront" : "merchant"),
    wording,
    wording_version,
    ip,
    user_id: userId,
  };
}

/** The same decision about the same text, such as a repeated request, proves nothing new. */
export const isRepeated = (last: ConsentEntry | null, entry: ConsentEntry): boolean =>
  last === null
    ? !entry.is_given
    : last.is_given === entry.is_given &&
      (!entry.is_given || (last.wording === entry.wording && last.wording_version === entry.wording_version));

import { boolean, entity, one, oneOf, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import { consentChannels } from "./consent.ts";

export const consent = entity({
  name: "consent",
  table: "tradewind.consent",
  key: "entry_id",
  description: "Whether a customer agrees to marketing by a channel.",
  columns: {
    entry_id: { ...text.required, description: "The decision that counts." },
    channel: oneOf(...consentChannels).required,
    is_given: boolean.required,
    changed_at: timestamp.required,
  },
});

export const consentEntry = entity({
  name: "consent_entry",
  table: "tradewind.consent_entry",
  description: "A decision of a customer about marketing, with what proves it.",
  columns: {
    id: text.required,
    customer_id: text.required,
    channel: oneOf(...consentChannels).required,
    is_given: boolean.required,
    source: {
      ...text.required,
      description: "Where it was decided, such as `storefront` or `newsletter form`.",
    },
    wording: { ...text.nullable, description: "The text that the customer agreed to." },
    wording_version: text.nullable,
    ip: {
      ...text.nullable,
      description: "Only if the shop stores addresses, and for users who may see personal data.",
    },
    user_id: { ...text.nullable, description: "The user who recorded it. Null: the customer did." },
    recorded_at: timestamp.required,
  },
  relations: { user: one("user", "user_id", { includesDeleted: true }) },
});

export const hasConsent: Condition = {
  name: "customer-has-consent",
  sql: (row, channel) => `exists (select 1 from tradewind.consent given
    where given.customer_id = ${row}.id and given.channel = ${channel} and given.is_given)`,
  isPlannedEachTime: true,
};

export const consentEntities = [consent, consentEntry];

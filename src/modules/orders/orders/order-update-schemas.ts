import { Type } from "typebox";
import { MAX_INT } from "../../../http/query-filters.ts";
import { body, email, metadata, optional, text } from "../../../http/routes.ts";
import { addressTexts } from "../../../kernel/address.ts";
import type { SentAddress } from "../../selling/carts/index.ts";

const nullableText = Type.Unsafe<string | null>({ type: ["string", "null"] });

const address = Type.Unsafe<SentAddress | null>({
  type: ["object", "null"],
  properties: { ...Object.fromEntries(addressTexts.map((name) => [name, nullableText])), metadata },
  additionalProperties: false,
  description: "What is sent is merged into the address that is there; null changes nothing.",
});

const amount = Type.Integer({ minimum: 0, maximum: MAX_INT });
const providerData = Type.Record(Type.String(), Type.Unknown());
const anything = Type.Array(Type.Unknown(), { maxItems: 500 });

const methodChange = body({
  profile_id: optional(text),
  provider_id: optional(text),
  price: optional(amount),
  data: optional(providerData),
  items: optional(anything),
});

export const orderChangesBody = body({
  email: optional(email),
  customer_id: optional(text),
  billing_address: optional(address),
  shipping_address: optional(address),
  shipping_method: optional(Type.Array(methodChange, { maxItems: 50 })),
  no_notification: optional(Type.Boolean()),
  metadata: optional(metadata),
  items: optional(anything),
  discounts: optional(anything),
  region: optional(text),
  payment_method: optional(body({ provider_id: optional(text), data: optional(providerData) })),
});

export const orderShippingBody = body({
  price: amount,
  option_id: Type.String({ minLength: 1 }),
  data: optional(providerData),
});

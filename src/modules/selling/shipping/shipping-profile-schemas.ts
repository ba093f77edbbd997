import { Type } from "typebox";
import { body, metadata, optional, text } from "../../../http/routes.ts";
import { shippingProfile } from "./shipping-graph.ts";
import type { ProfileType } from "./shipping-profile.ts";

const name = Type.String({ minLength: 1, maxLength: 1000 });
const type = Type.Unsafe<ProfileType>({ type: "string", enum: ["default", "gift_card", "custom"] });
const ids = Type.Array(text, { maxItems: 10_000 });

export const newProfileBody = body({ name, type, metadata: optional(metadata) });

export const profileChangesBody = body({
  name: optional(name),
  type: optional(type),
  metadata: optional(metadata),
  products: optional(ids),
  shipping_options: optional(ids),
});

export const bareProfile = { entity: shippingProfile };

export const profileWithContent = {
  entity: shippingProfile,
  relations: ["products.profiles", "shipping_options"],
};

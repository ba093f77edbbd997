import { type Static, type TSchema, Type } from "typebox";
import { nullableMetadata, optional } from "../../../http/routes.ts";

export const MAX_INT = 2_147_483_647;

/** Null clears the field. */
export const nullableText = (maxLength = 255) =>
  optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength }));

export const nullableInteger = (minimum = 0) =>
  optional(Type.Unsafe<number | null>({ type: ["integer", "null"], minimum, maximum: MAX_INT }));

/** Null has the same effect as an absent field. */
export const nullableList = <Item extends TSchema>(items: Item, maxItems: number) =>
  optional(Type.Unsafe<Static<Item>[] | null>({ type: ["array", "null"], items, maxItems }));

export const sentMetadata = optional(
  nullableMetadata("Free key-value pairs, merged with the existing ones; an empty text removes a key."),
);

export const shortText = Type.String({ minLength: 1, maxLength: 255 });

/** Fields for carriers and customs. */
export const shippingFacts = {
  weight: nullableInteger(),
  length: nullableInteger(),
  height: nullableInteger(),
  width: nullableInteger(),
  hs_code: nullableText(),
  origin_country: nullableText(),
  mid_code: nullableText(),
  material: nullableText(),
};

import { Type } from "tradewind/plugin";

const nullable = Type.Unsafe<string | null>({ type: ["string", "null"] });
/** Control characters, but tabs and line ends in a text. */
const LINE = "^[^\\u0000-\\u001f\\u007f]*$";
const LINES = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$";

export const aSentReview = Type.Object({
  product_id: Type.String({ maxLength: 100 }),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  title: Type.Optional(Type.String({ maxLength: 120, pattern: LINE })),
  text: Type.String({ minLength: 1, maxLength: 4000, pattern: LINES, description: "Plain text, not HTML." }),
  author: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: LINE,
      description: "The name that is shown; by default the first name.",
    }),
  ),
});

const shown = {
  id: Type.Integer(),
  product_id: Type.String(),
  rating: Type.Integer(),
  title: nullable,
  body: Type.String({ description: "Plain text: escape it when it is put into a page." }),
  author: Type.String(),
  is_verified: Type.Boolean({ description: "The customer has bought the product." }),
  answer: nullable,
  written_at: Type.String(),
};

export const aReview = Type.Object(shown);
export const anOwnReview = Type.Object({ ...shown, state: Type.String() });
export const aModeratedReview = Type.Object({
  ...shown,
  state: Type.String(),
  product_title: Type.String(),
  customer_id: Type.String(),
  email: Type.String(),
});

export const columns = [
  "review.id",
  "review.product_id",
  "review.rating",
  "review.title",
  "review.body",
  "review.author",
  "review.is_verified",
  "review.answer",
  "review.written_at",
] as const;

export const page = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
};

export interface PageQuery {
  limit: number;
  offset: number;
}

export const aModeration = Type.Object({
  state: Type.Unsafe<"published" | "rejected">({ type: "string", enum: ["published", "rejected"] }),
  answer: Type.Optional(Type.String({ maxLength: 2000, pattern: LINES, description: "Empty: no answer." })),
});

export const settings = Type.Object({
  buyers_only: Type.Boolean(),
  notify_email: Type.Unsafe<string | null>({ type: ["string", "null"], format: "email", maxLength: 320 }),
  mail_language: Type.Unsafe<"en" | "de">({ type: "string", enum: ["en", "de"] }),
});

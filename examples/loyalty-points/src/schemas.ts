import { Type } from "tradewind/plugin";

const nullable = Type.Unsafe({ type: ["string", "null"] });

export const aRate = Type.Object({
  currency_code: Type.String({ pattern: "^[a-z]{3}$" }),
  spend: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: "What earns one point, in the smallest unit of the currency.",
  }),
  worth: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "What one point takes off an order." }),
});

export const aReward = Type.Object({
  code: Type.String(),
  points: Type.Integer(),
  value: Type.Integer(),
  currency_code: Type.String(),
  expires_at: Type.String(),
});

export const anEntry = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  points: Type.Integer(),
  order_id: nullable,
  note: nullable,
  created_at: Type.String(),
});

export const aPage = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});

export interface PageQuery {
  limit: number;
  offset: number;
}

export const aProgram = Type.Object({
  expire_after_months: Type.Integer({ minimum: 1, maximum: 120 }),
  reward_days: Type.Integer({ minimum: 1, maximum: 3650 }),
  mail_language: Type.Unsafe<"en" | "de">({ type: "string", enum: ["en", "de"] }),
});

export const settings = Type.Object({
  program: aProgram,
  rates: Type.Array(aRate, { maxItems: 200, description: "Replace those before." }),
});

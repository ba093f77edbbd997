import { Type } from "tradewind/plugin";

/** `id` is the customer. */
export const events = {
  "loyalty-points.changed": Type.Object({
    id: Type.String(),
    kind: Type.String(),
    points: Type.Integer(),
    balance: Type.Integer(),
  }),
  "loyalty-points.expiring": Type.Object({
    id: Type.String(),
    customer_id: Type.String(),
    points: Type.Integer(),
    expires_at: Type.String(),
  }),
};

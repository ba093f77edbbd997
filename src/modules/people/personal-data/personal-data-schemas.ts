import { Type } from "typebox";
import { body, optional } from "../../../http/routes.ts";

export const erasureBody = optional(
  body({
    email: optional(
      Type.String({
        description: "The email of the customer, for a second check: another one is refused.",
        maxLength: 320,
      }),
    ),
    force: optional(
      Type.Boolean({ description: "Erase even if an order, a return or something else is still open." }),
    ),
  }),
);

export const erasureView = Type.Object({
  customers: Type.Array(Type.String(), {
    description: "The erased customers: an account and a guest with the same email are one person.",
  }),
  orders: Type.Integer({ description: "The number of orders that are anonymous now." }),
  files: Type.Integer({
    description: "The number of exports that were deleted because they contained the person.",
  }),
});

export const personalDataView = Type.Record(Type.String(), Type.Array(Type.Unknown()), {
  description: "The stored rows by table, and the entries of logs. Without passwords and other secrets.",
});

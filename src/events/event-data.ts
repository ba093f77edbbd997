import { Type } from "typebox";

/** `{ id }`: the rest is read from the API, as it is by then. */
export const idOnly = Type.Object({ id: Type.String() });

/** `{ id, fields }`: the fields that were sent. */
export const idAndFields = Type.Object({ id: Type.String(), fields: Type.Array(Type.String()) });

/** The row as it was stored, which v1 sends whole. */
export const wholeRow = Type.Unsafe<{ id: string } & Record<string, unknown>>({
  type: "object",
  required: ["id"],
  properties: { id: { type: "string" } },
});

export const ids = Type.Array(Type.String());
export const id = Type.String();
export const nullableId = Type.Unsafe<string | null>({ type: ["string", "null"] });

/** Whether the customer gets no message about it. */
export const noNotification = Type.Optional(
  Type.Unsafe<boolean | null | undefined>({ type: ["boolean", "null"] }),
);

/** `{ id, no_notification }` */
export const idAndNotice = Type.Object({ id, no_notification: noNotification });

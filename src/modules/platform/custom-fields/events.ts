import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";

const declared = Type.Object({ id: Type.String(), entity: Type.String(), name: Type.String() });

export const customFieldEvents = defineEvents({
  "custom-field.created": declared,
  "custom-field.updated": declared,
  "custom-field.deleted": declared,
  "custom-field.purged": declared,
});

import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";

export const currencyEvents = defineEvents({
  "currency.updated": Type.Object({ code: Type.String() }),
});

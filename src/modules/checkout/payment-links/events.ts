import { Type } from "typebox";
import { defineEvents } from "../../../events/define-events.ts";
import { id } from "../../../events/event-data.ts";

/** The id is that of the cart. The link itself is in no event: see `privateData` of the module. */
export const paymentLinkEvents = defineEvents({
  "payment_link.created": Type.Object({ id }),
  "payment_link.sent": Type.Object({
    id,
    link_id: id,
    email: Type.String(),
    total: Type.Integer(),
    currency_code: Type.String(),
  }),
  "payment_link.revoked": Type.Object({ id }),
});

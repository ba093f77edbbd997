import { defineEvents } from "../../../events/define-events.ts";
import { idOnly } from "../../../events/event-data.ts";

/** The id is that of the cart. */
export const abandonedCartEvents = defineEvents({ "abandoned_cart.contacted": idOnly });

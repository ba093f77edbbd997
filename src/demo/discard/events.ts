import { defineEvents } from "../../events/define-events.ts";
import { idOnly } from "../../events/event-data.ts";

export const demoShopEvents = defineEvents({
  "demo-shop.discarded": idOnly,
});

import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { giftCardEvents } from "./events.ts";
import { giftCardCodeMask } from "./gift-card-code-mask.ts";
import { giftCardRoutes } from "./gift-card-routes.ts";
import { giftCardsEntities } from "./gift-cards-graph.ts";

export const giftCards = defineModule({
  name: "selling/gift-cards",
  entities: giftCardsEntities,
  routes: [giftCardRoutes],
  apiNotes,
  areas: { "gift-cards": "write" },
  adminPaths: { "gift-cards": "gift-cards" },
  events: giftCardEvents,
  eventAreas: { gift_card: "gift-cards" },
  masks: [giftCardCodeMask],
});

import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { paymentCollectionEvents } from "./events.ts";
import { paymentCollectionWork } from "./payment-collection-jobs.ts";
import { adminPaymentCollectionRoutes, storePaymentCollectionRoutes } from "./payment-collection-routes.ts";
import { paymentCollectionsEntities } from "./payment-collections-graph.ts";

/** Order edits, which have a payment collection, are above it. */
export const paymentCollections = (needs: Parameters<typeof adminPaymentCollectionRoutes>[0]) =>
  defineModule({
    name: "orders/payment-collections",
    entities: paymentCollectionsEntities,
    routes: [adminPaymentCollectionRoutes(needs), storePaymentCollectionRoutes],
    apiNotes,
    adminPaths: { "payment-collections": "payments" },
    events: paymentCollectionEvents,
    eventAreas: { "payment-collection": "payments" },
    work: paymentCollectionWork,
  });

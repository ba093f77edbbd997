import { documentsOf } from "../carrier-papers.ts";
import { unknownFulfillment } from "../consignment.ts";
import { underWay } from "../errand.ts";
import { findFulfillment } from "../fulfillment-store.ts";
import { askCarrier, carrierOf } from "./ask-carrier.ts";
import type { FulfillmentDeps } from "./deps.ts";

interface Document {
  name: string;
  type: string;
  content: string;
}

/** The labels and papers that the carrier has for a fulfilment of an order, or of a swap or claim of it. */
export async function readDocuments(
  deps: Pick<FulfillmentDeps, "db" | "providers">,
  { orderId, fulfillmentId }: { orderId: string; fulfillmentId: string },
): Promise<Document[]> {
  const found = await findFulfillment(deps.db, { id: fulfillmentId, orderId });
  if (!found) throw unknownFulfillment(fulfillmentId);
  if (found.isUnderWay) throw underWay(fulfillmentId);
  if (found.providerId === null) return [];
  const carrier = carrierOf(deps, found.providerId);
  return askCarrier(carrier, "gave no documents", async () =>
    documentsOf(await carrier.documents(found.data)),
  );
}

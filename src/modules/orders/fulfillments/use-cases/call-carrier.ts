import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { carrierBusy } from "../carrier-call.ts";
import { documentsOf } from "../carrier-documents.ts";
import { unknownFulfillment } from "../consignment.ts";
import { findFulfillment } from "../fulfillment-store.ts";

export interface FulfillmentDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
}

export function carrierOf(
  { providers }: Pick<FulfillmentDeps, "providers">,
  id: string,
): FulfillmentProvider {
  const carrier = providers.fulfillment.find(id);
  if (!carrier) throw invalid(`The fulfillment provider ${id} is not installed`);
  return carrier;
}

/** Call it while no row is locked. A refusal passes the carrier's own message to the admin. */
export const callCarrier = <T>(
  carrier: FulfillmentProvider,
  failure: string,
  call: (carrier: FulfillmentProvider) => Promise<T>,
): Promise<T> =>
  callProvider({ failure: `The fulfillment provider ${carrier.id} ${failure}` }, () => call(carrier));

interface Document {
  name: string;
  type: string;
  content: string;
}

/** The labels and other documents that the carrier has for a fulfillment of an order, or of its swaps and claims. */
export async function readDocuments(
  deps: Pick<FulfillmentDeps, "db" | "providers">,
  { orderId, fulfillmentId }: { orderId: string; fulfillmentId: string },
): Promise<Document[]> {
  const found = await findFulfillment(deps.db, { id: fulfillmentId, orderId });
  if (!found) throw unknownFulfillment(fulfillmentId);
  if (found.isInCall) throw carrierBusy(fulfillmentId);
  if (found.providerId === null) return [];
  const carrier = carrierOf(deps, found.providerId);
  return callCarrier(carrier, "gave no documents", async () =>
    documentsOf(await carrier.documents(found.data)),
  );
}

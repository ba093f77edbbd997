import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import type { FulfillmentDeps } from "./deps.ts";

export function carrierOf(
  { providers }: Pick<FulfillmentDeps, "providers">,
  id: string,
): FulfillmentProvider {
  const carrier = providers.fulfillment.find(id);
  if (!carrier) throw invalid(`The fulfillment provider ${id} is not installed`);
  return carrier;
}

/** While nothing is locked. What it refuses reaches the administrator in its own words. */
export const askCarrier = <T>(
  carrier: FulfillmentProvider,
  failure: string,
  call: (carrier: FulfillmentProvider) => Promise<T>,
): Promise<T> =>
  callProvider({ failure: `The fulfillment provider ${carrier.id} ${failure}` }, () => call(carrier));

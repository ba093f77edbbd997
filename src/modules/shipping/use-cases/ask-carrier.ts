import { invalid } from "../../../kernel/refusal.ts";
import type { FulfillmentProvider } from "../../../providers/ports/fulfillment.ts";
import type { ProviderRegistry } from "../../../providers/registry.ts";
import type { ShippingOption } from "../shipping-option.ts";

type Service = Pick<ShippingOption, "provider_id" | "data">;

/** Asks the carrier, perhaps over the network: never while a row is locked. */
export async function askCanCalculate(providers: ProviderRegistry, service: Service): Promise<void> {
  if (!(await carrierOf(providers, service).canCalculate(service.data))) {
    throw invalid("The fulfillment provider cannot calculate prices for this option");
  }
}

/** Asks the carrier, perhaps over the network: never while a row is locked. */
export async function askIsValid(providers: ProviderRegistry, service: Service): Promise<void> {
  if (!(await carrierOf(providers, service).validateOption(service.data))) {
    throw invalid("The fulfillment provider cannot validate the shipping option");
  }
}

function carrierOf(providers: ProviderRegistry, { provider_id }: Service): FulfillmentProvider {
  const carrier = providers.fulfillment.find(provider_id);
  if (!carrier) throw invalid(`The fulfillment provider ${provider_id} is not installed`);
  return carrier;
}

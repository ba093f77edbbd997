import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../../providers/ports/fulfillment.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import type { ShippingOption } from "../shipping-option.ts";

type Service = Pick<ShippingOption, "provider_id" | "data">;

export const askCanCalculate = (providers: ProviderRegistry, service: Service): Promise<void> =>
  ask(providers, service, {
    question: (carrier) => carrier.canCalculate(service.data),
    no: "The fulfillment provider cannot calculate prices for this option",
  });

export const askIsValid = (providers: ProviderRegistry, service: Service): Promise<void> =>
  ask(providers, service, {
    question: (carrier) => carrier.validateOption(service.data),
    no: "The fulfillment provider cannot validate the shipping option",
  });

interface Question {
  question: (carrier: FulfillmentProvider) => boolean | Promise<boolean>;
  no: string;
}

async function ask(providers: ProviderRegistry, service: Service, { question, no }: Question): Promise<void> {
  const carrier = carrierOf(providers, service);
  if (!(await callProvider({ failure: no }, () => question(carrier)))) throw invalid(no);
}

function carrierOf(providers: ProviderRegistry, { provider_id }: Service): FulfillmentProvider {
  const carrier = providers.fulfillment.find(provider_id);
  if (!carrier) throw invalid(`The fulfillment provider ${provider_id} is not installed`);
  return carrier;
}

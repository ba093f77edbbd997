import { invalid } from "../../../../kernel/refusal.ts";
import type { PaymentProvider } from "../../../../providers/ports/payment.ts";
import type { CartDeps } from "./deps.ts";

type Providers = Pick<CartDeps, "providers">;

export function providerOf({ providers }: Providers, id: string): PaymentProvider {
  const provider = providers.payment.find(id);
  if (!provider) throw invalid(`The payment provider ${id} is not installed`);
  return provider;
}

/** A region keeps the providers it was given, also while their plugin is not installed: those are not offered. */
export const installedProviders = ({ providers }: Providers, ofRegion: readonly { id: string }[]) =>
  ofRegion.filter(({ id }) => providers.payment.find(id) !== undefined);

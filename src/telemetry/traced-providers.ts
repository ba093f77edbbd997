import type { Tracing } from "../kernel/tracing.ts";
import type { ProviderRegistry } from "../providers/registry.ts";

/** From now on each call of a provider has a span. */
export function traceProviders(providers: ProviderRegistry, tracing: Tracing): void {
  const decoration =
    (kind: string) =>
    <Provider extends { id: string }>(provider: Provider): Provider =>
      traced(provider, { kind, id: provider.id, tracing });
  providers.payment.decorate(decoration("payment"));
  providers.fulfillment.decorate(decoration("fulfillment"));
  providers.tax.decorate(decoration("tax"));
  providers.files.decorate(decoration("files"));
  providers.notification.decorate(decoration("notification"));
  providers.oauthApps.decorate((app) => traced(app, { kind: "oauth", id: app.applicationName, tracing }));
  const { builtInFiles } = providers;
  if (builtInFiles)
    providers.builtInFiles = traced(builtInFiles, { kind: "files", id: builtInFiles.id, tracing });
}

interface TracedProvider {
  kind: string;
  id: string;
  tracing: Tracing;
}

type Method = (...inputs: unknown[]) => unknown;

/** The same object, with a span around each of its methods. */
const traced = <Provider extends object>(
  provider: Provider,
  { kind, id, tracing }: TracedProvider,
): Provider =>
  new Proxy(provider, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || typeof key !== "string") return value;
      const span = {
        name: `${kind} ${id} ${key}`,
        kind: "client" as const,
        attributes: {
          "tradewind.provider.kind": kind,
          "tradewind.provider.id": id,
          "tradewind.provider.method": key,
        },
      };
      return (...inputs: unknown[]) => tracing.inSpan(span, () => (value as Method).apply(target, inputs));
    },
  });

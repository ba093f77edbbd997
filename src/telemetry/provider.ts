import type { Config } from "../config.ts";
import { errorTypeOf } from "../kernel/tracing.ts";
import { version } from "../package-root.ts";

export type Library = typeof import("./opentelemetry-library.ts");

/** Sends spans to the collector. The packages read its address, headers, timeout and the resource from OTEL_ variables. */
export function registerProvider(library: Library, config: SamplerConfig) {
  const own = library.resourceFromAttributes({ "service.name": "tradewind", "service.version": version });
  const fromEnvironment = library.detectResources({ detectors: [library.envDetector] });
  const provider = new library.TracerProvider({
    resource: library.defaultResource().merge(own).merge(fromEnvironment),
    sampler: samplerOf(library, config),
    spanProcessors: [new library.BatchSpanProcessor({ exporter: new library.OTLPTraceExporter() })],
  });
  library.context.setGlobalContextManager(new library.AsyncLocalStorageContextManager().enable());
  library.propagation.setGlobalPropagator(new library.W3CTraceContextPropagator());
  library.trace.setGlobalTracerProvider(provider);
  library.setGlobalErrorHandler(reportSometimes());
  return provider;
}

type SamplerConfig = Pick<Config, "tracesSampler" | "tracesSamplerArg">;

function samplerOf(library: Library, { tracesSampler, tracesSamplerArg }: SamplerConfig) {
  const roots = {
    always_on: () => new library.AlwaysOnSampler(),
    always_off: () => new library.AlwaysOffSampler(),
    traceidratio: () => new library.TraceIdRatioBasedSampler(tracesSamplerArg),
  };
  const root = roots[tracesSampler.replace("parentbased_", "") as keyof typeof roots]();
  return tracesSampler.startsWith("parentbased_") ? new library.ParentBasedSampler({ root }) : root;
}

const REPORT_PAUSE = 60_000;

/** A collector that does not answer is reported once a minute; requests do not wait for it. */
function reportSometimes(): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - reportedAt < REPORT_PAUSE) return;
    reportedAt = performance.now();
    console.error(`tradewind: traces cannot be sent to the collector (${errorTypeOf(error)})`);
  };
}

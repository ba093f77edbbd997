export { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
export { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
export { isTracingSuppressed, setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
export { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
export {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
export {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

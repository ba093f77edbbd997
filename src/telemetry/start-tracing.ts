import { subscribe } from "node:diagnostics_channel";
import type { Context, Span } from "@opentelemetry/api";
import type { Config } from "../config.ts";
import { setTraceparentSource } from "../db/transactions/trace-context.ts";
import {
  errorTypeOf,
  type NewSpan,
  type OpenSpan,
  type SpanAttributes,
  type Tracing,
} from "../kernel/tracing.ts";
import { version } from "../package-root.ts";
import { type Library, registerProvider } from "./provider.ts";

/** How long a stopping process waits for the collector. */
const STOP_TIMEOUT = 3_000;

/** Undefined, and nothing is loaded, unless the configuration names a collector. To be called once in a process. */
export async function startTracing(config: Config): Promise<Tracing | undefined> {
  if (config.otlpEndpoint === undefined) return undefined;
  const library = await import("./opentelemetry-library.ts");
  const provider = registerProvider(library, config);
  const tracing = tracingWith(library, () => provider.shutdown());
  setTraceparentSource(() => tracing.headers().traceparent ?? null);
  addHeadersToFetch(tracing);
  return tracing;
}

function tracingWith(library: Library, shutDown: () => Promise<void>): Tracing {
  const { context, propagation, trace, ROOT_CONTEXT, SpanKind, SpanStatusCode } = library;
  const tracer = trace.getTracer("tradewind", version);
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
  };
  const opened = (span: Span, within: Context): OpenSpan => ({
    run: (work) => context.with(within, work),
    add: (attributes: SpanAttributes) => void span.setAttributes(attributes),
    fail: (errorType) => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute("error.type", errorType);
    },
    end: () => span.end(),
  });
  const open = ({ name, kind, attributes = {}, parent }: NewSpan): OpenSpan => {
    const before = parent ? propagation.extract(ROOT_CONTEXT, parent) : context.active();
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, before);
    return opened(span, trace.setSpan(before, span));
  };
  return {
    open,
    inSpan: (span, work) => settled(open(span), work),
    isRecording: () =>
      trace.getActiveSpan()?.isRecording() === true && !library.isTracingSuppressed(context.active()),
    headers: () => {
      const headers: { traceparent?: string; tracestate?: string } = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    logFields: () => {
      const current = trace.getActiveSpan()?.spanContext();
      return current ? { trace_id: current.traceId, span_id: current.spanId } : {};
    },
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_TIMEOUT);
      });
      await Promise.race([shutDown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

/** Ends the span with the work: at once, or with its promise. */
function settled<T>(span: OpenSpan, work: (span: OpenSpan) => T): T {
  const fail = (error: unknown): never => {
    span.fail(errorTypeOf(error));
    span.end();
    throw error;
  };
  const end = <Result>(result: Result): Result => {
    span.end();
    return result;
  };
  let result: T;
  try {
    result = span.run(() => work(span));
  } catch (error) {
    return fail(error);
  }
  return result instanceof Promise ? (result.then(end, fail) as T) : end(result);
}

interface FetchRequest {
  addHeader(name: string, value: string): void;
}

/** Calls by `fetch` within a span, such as those of providers and plugins, carry the trace. */
function addHeadersToFetch(tracing: Tracing): void {
  subscribe("undici:request:create", (message) => {
    if (!tracing.isRecording()) return;
    const { request } = message as { request: FetchRequest };
    for (const [name, value] of Object.entries(tracing.headers())) request.addHeader(name, value);
  });
}

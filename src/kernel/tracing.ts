/** What a span says about its work. No values of statements, no personal data, no secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The headers of W3C Trace Context, by which a trace goes on in another process. */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

export interface NewSpan {
  name: string;
  /** `server` answers a request, `client` waits for another system, `consumer` works on something from a queue. */
  kind: "server" | "client" | "consumer" | "internal";
  attributes?: SpanAttributes;
  /** The cause, if it is not the current work. Without a valid one a new trace begins. */
  parent?: TraceHeaders;
}

export interface OpenSpan {
  /** Runs the work as a part of this span. */
  run<T>(work: () => T): T;
  add(attributes: SpanAttributes): void;
  /** The kind of the error only: messages may contain values. */
  fail(errorType: string): void;
  end(): void;
}

/** Records spans. `src/telemetry/` has the only implementation; parts of the server get it if tracing is on. */
export interface Tracing {
  open(span: NewSpan): OpenSpan;
  /** Runs the work in a span, which ends with the work or with the promise that it returns. */
  inSpan<T>(span: NewSpan, work: (span: OpenSpan) => T): T;
  /** Whether the current work is part of a span that is recorded. */
  isRecording(): boolean;
  /** The current span; empty outside of spans. */
  headers(): { traceparent?: string; tracestate?: string };
  /** The current span for a line of the log. */
  logFields(): { trace_id?: string; span_id?: string };
  /** Sends what is recorded, for a few seconds at most. */
  stop(): Promise<void>;
}

/** The kind of an error: the code of PostgreSQL or Node, otherwise the name of its class. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,50}$/.test(code) ? code : error.name;
}

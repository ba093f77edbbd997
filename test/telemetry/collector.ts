import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A value of OTLP in its JSON encoding. */
interface OtlpAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}

/** The message of the protocol in its JSON encoding (opentelemetry.proto.collector.trace.v1). */
interface ExportTraceServiceRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: OtlpAttribute[];
        status: { code: number; message?: string };
      }[];
    }[];
  }[];
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: "internal" | "server" | "client" | "producer" | "consumer";
  attributes: Record<string, unknown>;
  hasFailed: boolean;
  resource: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Everything that arrived, as it arrived. */
  raw(): string;
  headers: http.IncomingHttpHeaders[];
  close(): Promise<void>;
}

const KINDS = ["internal", "internal", "server", "client", "producer", "consumer"] as const;
const FAILED = 2;

/** A collector of OpenTelemetry: it receives traces by OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const received: string[] = [];
  const collector: Omit<Collector, "url" | "close"> = {
    spans: [],
    headers: [],
    raw: () => received.join("\n"),
  };
  const server = http.createServer(async (request, response) => {
    const body = await text(request);
    collector.headers.push(request.headers);
    if (request.url !== "/v1/traces" || request.method !== "POST") return response.writeHead(404).end();
    received.push(body);
    collector.spans.push(...spansIn(JSON.parse(body)));
    return response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const spansIn = ({ resourceSpans }: ExportTraceServiceRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        kind: KINDS[kind]!,
        attributes: valuesOf(attributes),
        hasFailed: status.code === FAILED,
        resource: valuesOf(resource.attributes),
      })),
    ),
  );

const valuesOf = (attributes: OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

import type { Tracing } from "../../../../kernel/tracing.ts";
import type { ReceiverResponse } from "../delivery.ts";
import type { WebhookRequest } from "./request.ts";

type Send = (request: WebhookRequest) => Promise<ReceiverResponse>;

/** A span for each attempt. The receiver gets it as `traceparent`, so that its trace continues that of the cause. */
export const tracedSend =
  (tracing: Tracing, send: Send): Send =>
  (request) =>
    tracing.inSpan(
      {
        name: "webhook POST",
        kind: "client",
        parent: { traceparent: request.traceparent ?? undefined },
        attributes: {
          "http.request.method": "POST",
          "server.address": new URL(request.url).hostname,
          "tradewind.event": request.headers["tradewind-event"] ?? "",
        },
      },
      async (span) => {
        const response = await send({ ...request, headers: { ...request.headers, ...tracing.headers() } });
        if (response.status !== null) span.add({ "http.response.status_code": response.status });
        if (response.error !== null) span.fail(String(response.status ?? "no_answer"));
        return response;
      },
    );

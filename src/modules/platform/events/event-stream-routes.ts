import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { optional, type Routes } from "../../../http/routes.ts";
import { isEventPattern, matches } from "../../../kernel/event-pattern.ts";
import { isGranted } from "../../../kernel/permissions.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { EventStreams } from "./use-cases/stream-events.ts";
import { streamPosition } from "./use-cases/stream-position.ts";

const pattern = Type.String({ minLength: 1, maxLength: 255 });

const streamQuery = Type.Object(
  {
    name: optional(
      Type.Union([pattern, Type.Array(pattern, { maxItems: 50 })], {
        description:
          "Names of events, or patterns such as `order.*`: `name=order.*`, `name[]=order.*&name[]=return.*`.",
      }),
    ),
    entity_id: optional(Type.String({ description: "Only events of this entity." })),
    after: optional(
      Type.String({
        description: "The id of the last event that the client has, where it cannot send `Last-Event-ID`.",
      }),
    ),
  },
  { additionalProperties: false },
);

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // nginx would collect the messages.
  "x-accel-buffering": "no",
};

export const eventStreamRoutes: Routes = (app, { config, db, feed, permissions, waits }) => {
  const streams = new EventStreams(feed, permissions, {
    most: config.eventStreams,
    mostPerUser: config.userEventStreams,
    ...waits.eventStream,
  });
  app.whenConnectionsEnd(() => streams.endAll());

  app.get(
    "/admin/events/stream",
    {
      // It would open a stream, too.
      exposeHeadRoute: false,
      // It stays open.
      config: { work: null },
      schema: {
        tags: ["Events"],
        summary: "Stream events",
        querystring: streamQuery,
        response: {
          200: Type.String({ description: "Server-sent events.", contentMediaType: "text/event-stream" }),
        },
      },
    },
    async (request, reply) => {
      const { entity_id: entityId } = request.query;
      const names = patternsOf(request.query.name);
      const start = await streamPosition({ db }, resumptionOf(request, request.query.after));
      const stream = streams.start({
        ...start,
        userId: await userOf(request),
        isWanted: (event) =>
          names.some((name) => matches(name, event.name)) &&
          (entityId === undefined || entityId === event.entity_id),
        check: () => stillGranted(request),
        disconnect: () => reply.raw.destroy(),
        whenClosed: (listener) => whenClosed(reply, listener),
      });
      return reply.headers(HEADERS).send(stream as never);
    },
  );
};

function whenClosed({ raw }: FastifyReply, listener: () => void): void {
  if (raw.destroyed) listener();
  else raw.once("close", listener);
}

function patternsOf(sent: string | string[] | undefined): string[] {
  const patterns = [sent ?? "*"].flat();
  const wrong = patterns.find((each) => !isEventPattern(each));
  if (wrong !== undefined) throw invalid("name must be the name of an event, or a pattern such as order.*");
  return patterns;
}

/** A browser that reconnects sends the header; the query is still that of the first request. */
function resumptionOf({ headers }: FastifyRequest, after: string | undefined) {
  const sent = headers["last-event-id"];
  return typeof sent === "string" && sent !== ""
    ? { lastId: sent, field: "Last-Event-ID" }
    : { lastId: after, field: "after" };
}

async function stillGranted(request: FastifyRequest) {
  const { userId, granted } = await request.callerNow();
  return userId !== null && isGranted(granted, "events:read") ? granted : null;
}

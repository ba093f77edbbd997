import { Type } from "typebox";
import { authorOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { body, nullableText, ok, optional, type Routes, text } from "../../../http/routes.ts";
import { KIND_NAMES, type KindName } from "./notice-kinds.ts";
import { markRead, muteKinds, readKinds, readNotices, readUnread } from "./use-cases/read-notices.ts";

const tags = ["Notices"];
const PAGE = 20;
const eventId = Type.String({ pattern: "^evt_\\w{1,100}$" });
const kindName = Type.String({ enum: [...KIND_NAMES] });

const notice = Type.Object({
  id: text,
  kind: kindName,
  event: Type.String({ description: "The event that it is." }),
  label: Type.Unsafe<string | null>({
    ...nullableText,
    description: "What it is about; null if that is gone.",
  }),
  target: Type.Unsafe<string | null>({ ...nullableText, description: "The id of what it leads to." }),
  occurred_at: Type.String({ format: "date-time" }),
  is_read: Type.Boolean(),
});

const unread = Type.Integer({ description: "Counted up to 100 of each event." });

const listAnswer = ok({ notices: Type.Array(notice), has_more: Type.Boolean(), unread });
const kindsAnswer = ok({
  kinds: Type.Array(Type.Object({ name: kindName, is_muted: Type.Boolean() })),
});

const listParameters = Type.Object(
  {
    limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: "Page size." })),
    before: optional({
      ...eventId,
      description: "The id of the last notice of the page before.",
    } as typeof eventId),
  },
  { additionalProperties: false },
);

const readBody = body({
  ids: optional(Type.Array(eventId, { maxItems: 100, description: "These were read." })),
  up_to: optional({ ...eventId, description: "This one and all before it were read." } as typeof eventId),
});

const mutedBody = body({
  muted: Type.Array(kindName, {
    uniqueItems: true,
    maxItems: 100,
    description: "Those that the user does not want.",
  }),
});

export const noticeRoutes: Routes = (app, { db, permissions }) => {
  const deps = { db, permissions };

  app.get(
    "/admin/notices",
    { schema: { tags, summary: "List notices", querystring: listParameters, response: listAnswer } },
    async (request) => {
      const { limit = PAGE, before } = request.query;
      return readNotices(deps, await authorOf(request), { limit, before });
    },
  );

  app.get(
    "/admin/notices/unread",
    { schema: { tags, summary: "Count unread notices", querystring: noQuery, response: ok({ unread }) } },
    async (request) => readUnread(deps, await authorOf(request)),
  );

  app.post(
    "/admin/notices/read",
    {
      schema: {
        tags,
        summary: "Mark notices as read",
        querystring: noQuery,
        body: readBody,
        response: ok({ unread }),
      },
    },
    async (request) => markRead(deps, await authorOf(request), request.body),
  );

  app.get(
    "/admin/notices/kinds",
    { schema: { tags, summary: "List the kinds of notices", querystring: noQuery, response: kindsAnswer } },
    async (request) => readKinds(deps, await authorOf(request)),
  );

  app.post(
    "/admin/notices/kinds",
    {
      schema: {
        tags,
        summary: "Choose the kinds of notices",
        querystring: noQuery,
        body: mutedBody,
        response: kindsAnswer,
      },
    },
    async (request) => muteKinds(deps, await authorOf(request), request.body.muted as KindName[]),
  );
};

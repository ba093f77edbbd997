import { Type } from "typebox";
import { noQuery, pageOf } from "../../../http/list-query.ts";
import { deletedBody, ok, optional, path, type Routes } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { findJobs, findSchedules, removeJob, requeueJob } from "./job-queue-changes.ts";

const tags = ["Jobs"];
const nullableText = Type.Unsafe({ type: ["string", "null"] });
const moment = Type.String({ format: "date-time" });
const state = Type.Unsafe<"waiting" | "scheduled" | "running" | "dead">({
  type: "string",
  enum: ["waiting", "scheduled", "running", "dead"],
  description: "dead: every attempt failed; it runs again only when an admin retries it.",
});

const job = Type.Object({
  id: Type.String(),
  task: Type.String(),
  state,
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  last_error: nullableText,
  run_at: moment,
  created_at: moment,
  payload: Type.Unsafe({
    type: ["object", "null"],
    additionalProperties: true,
    description:
      "Of a job of a plugin, without values whose names are those of secrets; null for other jobs.",
  }),
});

const nullableMoment = Type.Unsafe({ type: ["string", "null"], format: "date-time" });

const schedule = Type.Object({
  task: Type.String(),
  pattern: Type.String({
    description: "Minute, hour, day of the month, month, day of the week, in UTC: `0 3 * * *`.",
  }),
  is_made_up_for: Type.Boolean({
    description: "After a time without the server it runs once, if it was due meanwhile.",
  }),
  last_run_at: nullableMoment,
  next_run_at: nullableMoment,
});

const query = Type.Object(
  {
    state: optional(state),
    task: optional(Type.String()),
    limit: optional(Type.Integer({ minimum: 0 })),
    offset: optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT })),
  },
  { additionalProperties: false },
);

/** Shows admins the queue of background jobs. */
export const jobQueueRoutes: Routes = (app, { config, db, schedules }) => {
  app.get(
    "/admin/jobs",
    {
      schema: {
        tags,
        summary: "List jobs in the queue",
        querystring: query,
        response: ok({
          jobs: Type.Array(job),
          count: Type.Integer(),
          offset: Type.Integer(),
          limit: Type.Integer(),
        }),
      },
    },
    async (request) => {
      const page = pageOf(request.query, { limit: 50, max: config.maxLimit });
      const { jobs, count } = await findJobs({ db }, { ...request.query, ...page });
      return { jobs, count, ...page };
    },
  );

  app.post(
    "/admin/jobs/:id/retry",
    {
      schema: {
        tags,
        summary: "Retry a job",
        params: path("id"),
        response: ok({ id: Type.String(), retried: Type.Boolean() }),
      },
    },
    async (request) => {
      const { id } = request.params;
      await requeueJob({ db }, id);
      return { id, retried: true };
    },
  );

  app.delete(
    "/admin/jobs/:id",
    { schema: { tags, summary: "Delete a job of a plugin", params: path("id"), response: deletedBody } },
    async (request) => {
      const { id } = request.params;
      await removeJob({ db }, id);
      return { id, object: "job", deleted: true };
    },
  );

  app.get(
    "/admin/jobs/schedules",
    {
      schema: {
        tags,
        summary: "List schedules",
        querystring: noQuery,
        response: ok({ schedules: Type.Array(schedule) }),
      },
    },
    async () => ({ schedules: await findSchedules({ db }, schedules()) }),
  );
};

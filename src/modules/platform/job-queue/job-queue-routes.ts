import { Type } from "typebox";
import { pageOf } from "../../../http/list-query.ts";
import { ok, optional, path, type Routes } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { findJobs, requeueJob } from "./job-queue-changes.ts";

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
export const jobQueueRoutes: Routes = (app, { config, db }) => {
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
};

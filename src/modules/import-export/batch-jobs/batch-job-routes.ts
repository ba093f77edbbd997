import { Type } from "typebox";
import { authorOf, ownerOf } from "../../../http/caller.ts";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { anyOf, dates, textFilter } from "../../../http/query-filters.ts";
import { body, ok, optional, page, path, type Routes, view } from "../../../http/routes.ts";
import { createdJobStatus } from "../v1-shapes.ts";
import { cancelBatchJob, confirmBatchJob, createBatchJob } from "./batch-job-changes.ts";
import { batchJobView, findOwnJob, isCreatedBy } from "./batch-jobs-graph.ts";
import { type JobType, jobTypeFinder } from "./job-type.ts";

const newJobBody = body({
  type: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The type of the job, for example `product-export`.",
  }),
  context: Type.Record(Type.String(), Type.Unknown(), {
    description: "The parameters of the job; the keys depend on the type.",
  }),
  dry_run: optional(
    Type.Boolean({
      default: false,
      description: "Reports what the job would do, and waits for its confirmation.",
    }),
  ),
});

const jobResponseSchema = (status = 200) => ok({ batch_job: view("batch_job") }, status);

const batchJobs = listQuery({
  view: batchJobView,
  limit: 10,
  filters: {
    id: textFilter({ comparisons: false }),
    type: anyOf(),
    confirmed_at: dates({ orNull: true }),
    pre_processed_at: dates({ orNull: true }),
    completed_at: dates({ orNull: true }),
    failed_at: dates({ orNull: true }),
    canceled_at: dates({ orNull: true }),
    created_at: dates(),
    updated_at: dates(),
  },
});

const tags = ["Batch jobs"];
const jobById = { tags, querystring: noQuery, params: path("id"), response: jobResponseSchema() };

/** A user sees only the jobs that they created. */
export const batchJobRoutes =
  (types: readonly JobType[]): Routes =>
  (app, { config, db, graph, providers }) => {
    const deps = { config, db, graph, providers, findType: jobTypeFinder(types, providers) };

    app.get(
      "/admin/batch-jobs",
      {
        schema: {
          tags,
          summary: "List the batch jobs of the logged-in user",
          querystring: batchJobs.querystring,
          response: page("batch_jobs", "batch_job"),
        },
      },
      async (request) => {
        const also = [isCreatedBy(await ownerOf(request))];
        const { rows, ...paging } = await batchJobs.read(graph, request.query, { ...config, also });
        return { batch_jobs: rows, ...paging };
      },
    );

    app.post(
      "/admin/batch-jobs",
      {
        schema: {
          tags,
          summary: "Create a batch job",
          querystring: noQuery,
          body: newJobBody,
          response: jobResponseSchema(createdJobStatus),
        },
      },
      async (request, reply) => {
        const { granted } = await authorOf(request);
        const createdBy = await ownerOf(request);
        reply.code(createdJobStatus);
        return { batch_job: await createBatchJob(deps, { ...request.body, createdBy, granted }) };
      },
    );

    app.get(
      "/admin/batch-jobs/:id",
      { schema: { ...jobById, summary: "Get a batch job" } },
      async (request) => ({
        batch_job: await findOwnJob(graph, request.params.id, await ownerOf(request)),
      }),
    );

    app.post(
      "/admin/batch-jobs/:id/cancel",
      { schema: { ...jobById, summary: "Cancel a batch job" } },
      async (request) => ({
        batch_job: await cancelBatchJob(deps, { jobId: request.params.id, userId: await ownerOf(request) }),
      }),
    );

    app.post(
      "/admin/batch-jobs/:id/confirm",
      { schema: { ...jobById, summary: "Confirm a batch job, so that it starts" } },
      async (request) => {
        const { granted } = await authorOf(request);
        const userId = await ownerOf(request);
        return { batch_job: await confirmBatchJob(deps, { jobId: request.params.id, userId, granted }) };
      },
    );
  };

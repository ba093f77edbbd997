import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { checkOwner, jobNotFound } from "./batch-job.ts";
import { cancelBatchJob, confirmBatchJob, createBatchJob } from "./batch-job-changes.ts";
import { batchJobs, jobResponseSchema, newJobBody } from "./batch-job-schemas.ts";
import { batchJobView } from "./batch-jobs-graph.ts";
import { jobTypeFinder } from "./engine/job-types.ts";
import type { JobType } from "./job-type.ts";

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
        const also = [{ kind: "equals" as const, column: "created_by", value: await userOf(request) }];
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
          response: jobResponseSchema(201),
        },
      },
      async (request, reply) => {
        const createdBy = await userOf(request);
        reply.code(201);
        return { batch_job: await createBatchJob(deps, { ...request.body, createdBy }) };
      },
    );

    app.get(
      "/admin/batch-jobs/:id",
      { schema: { ...jobById, summary: "Get a batch job" } },
      async (request) => {
        const { id } = request.params;
        const job = await graph.find(batchJobView, id);
        if (!job) throw jobNotFound(id);
        checkOwner(job.created_by, await userOf(request));
        return { batch_job: job };
      },
    );

    app.post(
      "/admin/batch-jobs/:id/cancel",
      { schema: { ...jobById, summary: "Cancel a batch job" } },
      async (request) => ({
        batch_job: await cancelBatchJob(deps, { jobId: request.params.id, userId: await userOf(request) }),
      }),
    );

    app.post(
      "/admin/batch-jobs/:id/confirm",
      { schema: { ...jobById, summary: "Confirm a batch job, so that it starts" } },
      async (request) => ({
        batch_job: await confirmBatchJob(deps, { jobId: request.params.id, userId: await userOf(request) }),
      }),
    );
  };

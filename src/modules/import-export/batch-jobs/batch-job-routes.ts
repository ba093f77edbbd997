import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { checkOwner, unknownJob } from "./batch-job.ts";
import { batchJobs, jobAnswer, newJobBody } from "./batch-job-schemas.ts";
import { shownJob } from "./batch-jobs-graph.ts";
import { knownTypes } from "./engine/known-types.ts";
import type { JobType } from "./job-type.ts";
import { createBatchJob } from "./use-cases/create-batch-job.ts";
import { cancelBatchJob, confirmBatchJob } from "./use-cases/decide-on-job.ts";

const tags = ["Batch jobs"];
const one = { tags, querystring: noQuery, params: path("id"), response: jobAnswer() };

/** Everybody has their own jobs. */
export const batchJobRoutes =
  (types: readonly JobType[]): Routes =>
  (app, { config, db, graph, providers }) => {
    const deps = { config, db, graph, providers, findType: knownTypes(types, providers) };

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
          response: jobAnswer(201),
        },
      },
      async (request, reply) => {
        const createdBy = await userOf(request);
        reply.code(201);
        return { batch_job: await createBatchJob(deps, { ...request.body, createdBy }) };
      },
    );

    app.get("/admin/batch-jobs/:id", { schema: { ...one, summary: "Get a batch job" } }, async (request) => {
      const { id } = request.params;
      const job = await graph.find(shownJob, id);
      if (!job) throw unknownJob(id);
      checkOwner(job.created_by, await userOf(request));
      return { batch_job: job };
    });

    app.post(
      "/admin/batch-jobs/:id/cancel",
      { schema: { ...one, summary: "Cancel a batch job" } },
      async (request) => ({
        batch_job: await cancelBatchJob(deps, { jobId: request.params.id, userId: await userOf(request) }),
      }),
    );

    app.post(
      "/admin/batch-jobs/:id/confirm",
      { schema: { ...one, summary: "Confirm a batch job, so that its work begins" } },
      async (request) => ({
        batch_job: await confirmBatchJob(deps, { jobId: request.params.id, userId: await userOf(request) }),
      }),
    );
  };

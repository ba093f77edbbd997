import type { Api } from "../../kit/api/api.ts";
import type { BatchJob } from "./import-queries.ts";

interface NewJob {
  type: string;
  context: Record<string, unknown>;
  dry_run?: boolean;
}

export async function createJob(api: Api, body: NewJob): Promise<BatchJob> {
  const { data } = await api.POST("/admin/batch-jobs", {
    body: { ...body, context: body.context as Record<string, never> },
  });
  return (data as unknown as { batch_job: BatchJob }).batch_job;
}

export const confirmJob = (api: Api, id: string) =>
  api.POST("/admin/batch-jobs/{id}/confirm", { params: { path: { id } } });

export const cancelJob = (api: Api, id: string) =>
  api.POST("/admin/batch-jobs/{id}/cancel", { params: { path: { id } } });

/** The same work again. What a run wrote into the context is not part of the request. */
export const repeatJob = (api: Api, { type, context, dry_run }: BatchJob) =>
  createJob(api, { type, context: context ?? {}, dry_run });

/** Stores a file that only its key opens. */
export async function uploadFile(api: Api, file: File): Promise<string> {
  const { data } = await api.POST("/admin/uploads/protected", { body: { files: [file] } });
  return data.uploads[0]!.key;
}

export async function downloadFile(api: Api, key: string): Promise<void> {
  const { data } = await api.POST("/admin/uploads/download-url", { body: { file_key: key } });
  startDownload(data!.download_url, "");
}

export function startDownload(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

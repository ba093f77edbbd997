import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Api, useApi } from "../../kit/api/api.ts";

export interface BackgroundJob<Result> {
  id: string;
  status: string;
  result: (Result & { errors?: { message?: string }[]; progress?: number }) | null;
}

const IS_OVER = ["completed", "failed", "canceled"];
const OFTEN = 500;

const jobQuery = <Result>(api: Api, id: string | null) =>
  queryOptions({
    queryKey: ["batch-job", "background", id],
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      data && (IS_OVER.includes(data.status) || data.status === "pre_processed") ? false : OFTEN,
    queryFn: async () =>
      (await api.GET("/admin/batch-jobs/{id}", { params: { path: { id: id! } } })).data!
        .batch_job as unknown as BackgroundJob<Result>,
  });

/** Work that the server does in the background: it shows what it would do, and begins when that is confirmed. */
export function useBackgroundJob<Result>(type: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const { data: job, refetch } = useQuery(jobQuery<Result>(api, id));
  const params = () => ({ params: { path: { id: id! } } });
  const rehearse = useMutation({
    async mutationFn(context: Record<string, unknown>) {
      const body = { type, context: context as Record<string, never>, dry_run: true };
      const { data } = await api.POST("/admin/batch-jobs", { body });
      setId((data as unknown as { batch_job: { id: string } }).batch_job.id);
    },
  });
  const confirm = useMutation({
    async mutationFn() {
      await api.POST("/admin/batch-jobs/{id}/confirm", params());
      await refetch();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["batch-jobs"] }),
  });
  /** Forgets it. One that waits for the confirmation does not stay in the list of jobs. */
  const leave = async () => {
    if (job?.status === "pre_processed") await api.POST("/admin/batch-jobs/{id}/cancel", params());
    setId(null);
    rehearse.reset();
    confirm.reset();
  };
  return {
    job: id === null ? undefined : job,
    isStarted: id !== null,
    rehearse: rehearse.mutate,
    confirm: () => confirm.mutate(),
    isConfirming: confirm.isPending,
    isRehearsing: rehearse.isPending,
    error: rehearse.error ?? confirm.error,
    leave,
  };
}

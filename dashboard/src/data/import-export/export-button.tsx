import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Api, useApi } from "../../kit/api/api.ts";
import { showRefusal } from "../../kit/form/show-refusal.ts";

interface Wanted {
  type: string;
  /** The filters of the list. */
  filters: Record<string, unknown>;
  /** Further options of the export. */
  options?: Record<string, boolean>;
}

const PAUSE = 500;

/** Starts an export and waits for the address of its file. */
async function exported(api: Api, { type, filters, options }: Wanted): Promise<string> {
  const { data } = await api.POST("/admin/batch-jobs", {
    body: { type, context: { filterable_fields: filters, ...options } },
  });
  const params = { path: { id: (data as { batch_job: { id: string } }).batch_job.id } };
  for (;;) {
    const { batch_job: job } = (await api.GET("/admin/batch-jobs/{id}", { params })).data!;
    const result = job.result as { file_key?: string; errors?: { message?: string }[] } | null;
    if (job.status === "failed" || job.status === "canceled")
      throw new Error(result?.errors?.[0]?.message ?? job.status);
    if (job.status === "completed" && result?.file_key) {
      const body = { file_key: result.file_key };
      return (await api.POST("/admin/uploads/download-url", { body })).data!.download_url;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** What a list shows, as a file. */
export function ExportButton(wanted: Wanted) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useMutation({
    mutationFn: () => exported(api, wanted),
    onSuccess(url) {
      const link = document.createElement("a");
      link.href = url;
      link.download = "";
      link.click();
    },
    onError: (error) => showRefusal(error, t),
  });
  return (
    <Button
      variant="default"
      loading={work.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => work.mutate()}
    >
      {t("orders.export")}
    </Button>
  );
}

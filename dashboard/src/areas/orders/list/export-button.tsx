import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import type { OrderSearch } from "./order-search.ts";
import { filtersOf } from "./orders-query.ts";

const PAUSE = 500;

/** Starts an export of the orders that the list shows, and waits for its file. */
async function exportOrders(api: Api, search: OrderSearch): Promise<string> {
  const { data } = await api.POST("/admin/batch-jobs", {
    body: { type: "order-export", context: { filterable_fields: filtersOf(search), major_units: true } },
  });
  const params = { path: { id: (data as { batch_job: { id: string } }).batch_job.id } };
  for (;;) {
    const { batch_job: job } = (await api.GET("/admin/batch-jobs/{id}", { params })).data!;
    const result = job.result as { file_key?: string; errors?: { message?: string }[] } | null;
    if (job.status === "failed") throw new Error(result?.errors?.[0]?.message ?? job.status);
    if (job.status === "canceled") throw new Error(job.status);
    if (job.status === "completed" && result?.file_key) {
      const body = { file_key: result.file_key };
      return (await api.POST("/admin/uploads/download-url", { body })).data!.download_url;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

export function ExportButton({ search }: { search: OrderSearch }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const work = useMutation({
    mutationFn: () => exportOrders(api, search),
    onSuccess(url) {
      const link = document.createElement("a");
      link.href = url;
      link.download = "";
      link.click();
    },
    onError: (error) => notifications.show({ color: "red", message: messageOf(error, t) }),
  });
  if (!may("import-export:write")) return null;
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

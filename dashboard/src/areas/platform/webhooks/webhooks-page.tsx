import { Button } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { webhookColumns } from "./webhook-columns.tsx";
import { PAGE_SIZE, webhooksQuery } from "./webhook-queries.ts";

export const webhooksRoute = createLazyRoute("/shell/system/webhooks")({
  component: listPage({
    title: "nav.webhooks",
    about: "webhook.about",
    query: webhooksQuery,
    rows: ({ webhooks }) => webhooks,
    pageSize: PAGE_SIZE,
    columns: webhookColumns,
    phone: ["url", "state"],
    empty: "webhook.none",
    noneFound: "webhook.noneFound",
    count: "webhook.count",
    find: { label: "webhook.find" },
    Actions: CreateWebhook,
  }),
});

function CreateWebhook() {
  const { t } = useTranslation();
  const may = useMay();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      {may("webhooks:write") && <Button onClick={() => setIsCreating(true)}>{t("webhook.create")}</Button>}
      <NewWebhook opened={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

import { Alert, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { DeliveriesCard } from "./deliveries/deliveries-card.tsx";
import { TestResultAlert } from "./test-result.tsx";
import type { TestResult } from "./webhook-actions.ts";
import { WebhookBadge } from "./webhook-badge.tsx";
import { WebhookButtons } from "./webhook-buttons.tsx";
import { EventBadges } from "./webhook-columns.tsx";
import { type Webhook, webhookQuery } from "./webhook-queries.ts";

export const webhookRoute = createLazyRoute("/shell/system/webhooks/$id")({ component: WebhookPage });

function WebhookPage() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { id } = useParams({ from: "/shell/system/webhooks/$id" });
  const { data: webhook, error, refetch } = useQuery(webhookQuery(api, id));
  const [tested, setTested] = useState<TestResult | null>(null);
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!webhook) return <PageLoading />;
  return (
    <Stack>
      <BackLink to="/system/webhooks">{t("webhook.back")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <PageTitle>{webhook.url}</PageTitle>
            <WebhookBadge webhook={webhook} />
          </Group>
          <Text c="dimmed">{webhook.description}</Text>
        </div>
        {may("webhooks:write") && <WebhookButtons webhook={webhook} onTested={setTested} />}
      </Group>
      {tested && <TestResultAlert result={tested} onClose={() => setTested(null)} />}
      {webhook.disabled_reason && (
        <Alert color="red" title={t("webhook.disabledTitle")}>
          {webhook.disabled_reason}
        </Alert>
      )}
      <WebhookFacts webhook={webhook} />
      <DeliveriesCard />
    </Stack>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Paper withBorder p="md">
      <FactList
        facts={[
          [t("webhook.events"), <EventBadges key="events" events={webhook.events} />],
          [t("webhook.failingSince"), webhook.failing_since && format.time(webhook.failing_since)],
          [t("webhook.failures"), webhook.failures > 0 ? format.number(webhook.failures) : null],
          [t("webhook.created"), format.time(webhook.created_at)],
          [t("webhook.changed"), format.time(webhook.updated_at)],
        ]}
      />
    </Paper>
  );
}

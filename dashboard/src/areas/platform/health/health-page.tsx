import { Alert, Anchor, Badge, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { providerName } from "../../../data/shop/provider-name.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type Health, healthQuery } from "../system-queries.ts";
import { troublesOf, verdictOf } from "./health-troubles.ts";

export const healthRoute = createLazyRoute("/shell/system/health")({ component: HealthPage });

function HealthPage() {
  const { t } = useTranslation();
  const { data: health, error, refetch } = useQuery(healthQuery(useApi()));
  if (error && !health) return <PageError error={error} reset={() => void refetch()} />;
  if (!health) return <PageLoading />;
  return (
    <Stack>
      <PageTitle>{t("nav.health")}</PageTitle>
      <Verdict health={health} />
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        <DatabaseCard database={health.database} />
        <QueueCard health={health} />
        <WebhooksCard health={health} />
        <ProvidersCard providers={health.providers} />
        <CacheCard cache={health.cache} />
        <ServerCard health={health} />
      </SimpleGrid>
      <ReplicasCard replicas={health.replicas} />
    </Stack>
  );
}

const COLORS = { healthy: "green", warned: "orange", unhealthy: "red" } as const;

/** What is wrong, in words, or that nothing is. */
function Verdict({ health }: { health: Health }) {
  const { t } = useTranslation();
  const troubles = troublesOf(health);
  const verdict = verdictOf(troubles);
  return (
    <Alert role="status" color={COLORS[verdict]} title={t(`system.${verdict}`)}>
      {troubles.map(({ name, count, to }) => (
        <Text key={name} size="sm">
          {to ? (
            <Anchor
              c="inherit"
              inherit
              underline="always"
              renderRoot={(props) => <Link {...props} to={to.path} search={to.search as never} />}
            >
              {t(`system.troubles.${name}`, { count })}
            </Anchor>
          ) : (
            t(`system.troubles.${name}`, { count })
          )}
        </Text>
      ))}
    </Alert>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function DatabaseCard({ database }: { database: Health["database"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { idle, busy, awaited } = database.connections;
  return (
    <Card title={t("system.database")}>
      <FactList
        facts={[
          [t("system.state"), t(`system.databaseStates.${database.state}`)],
          [t("system.latency"), t("system.ms", { value: format.number(database.latency) })],
          [t("system.size"), format.bytes(database.bytes)],
          [t("system.connections"), t("system.connectionCounts", { idle, busy, awaited })],
          [t("system.migrations"), database.pending_migrations.join(", ") || t("system.nonePending")],
          [t("system.version"), `PostgreSQL ${database.version}`],
        ]}
      />
    </Card>
  );
}

function QueueCard({ health: { queue, parked_events } }: { health: Health }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card title={t("nav.jobs")}>
      <FactList
        facts={[
          [t("system.jobStates.waiting"), format.number(queue.waiting)],
          [t("system.oldest"), queue.oldest_waiting_at ? format.exactTime(queue.oldest_waiting_at) : "–"],
          [t("system.jobStates.running"), format.number(queue.running)],
          [t("system.jobStates.scheduled"), format.number(queue.scheduled)],
          [t("system.jobStates.dead"), format.number(queue.dead)],
          [t("system.parked"), format.number(parked_events)],
        ]}
      />
    </Card>
  );
}

function WebhooksCard({ health: { webhooks } }: { health: Health }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card title={t("nav.webhooks")}>
      <FactList
        facts={[
          [t("system.active"), format.number(webhooks.active)],
          [t("system.failing"), format.number(webhooks.failing)],
          [t("system.openDeliveries"), format.number(webhooks.open_deliveries)],
        ]}
      />
    </Card>
  );
}

const KINDS = ["payment", "fulfillment", "tax", "notification", "files"] as const;

function ProvidersCard({ providers }: { providers: Health["providers"] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("system.providers")}>
      <FactList
        facts={KINDS.map((kind) => [
          t(`system.providerKinds.${kind}`),
          providers[kind].length > 0 ? (
            <Group key={kind} gap={4}>
              {providers[kind].map((id) => (
                <Badge key={id} variant="default" tt="none" fw={400}>
                  {providerName(id)}
                </Badge>
              ))}
            </Group>
          ) : (
            t("system.builtIn")
          ),
        ])}
      />
    </Card>
  );
}

function CacheCard({ cache }: { cache: Health["cache"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const asked = cache.hits + cache.misses;
  return (
    <Card title={t("system.caches")}>
      <FactList
        facts={[
          [
            t("system.documents"),
            t("system.usedOf", { used: format.bytes(cache.bytes), most: format.bytes(cache.most_bytes) }),
          ],
          [t("system.hitRate"), asked > 0 ? format.percent(cache.hits / asked) : "–"],
          [t("system.cartRows"), format.number(cache.cart_rows)],
          [t("system.referenceRows"), format.number(cache.reference_rows)],
        ]}
      />
    </Card>
  );
}

function ServerCard({ health }: { health: Health }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card title={t("system.server")}>
      <FactList
        facts={[
          [t("system.version"), health.version],
          ["Node.js", health.node_version],
          [t("system.startedAt"), format.exactTime(health.started_at)],
          [t("system.memory"), format.bytes(health.memory)],
        ]}
      />
    </Card>
  );
}

function ReplicasCard({ replicas }: { replicas: Health["replicas"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card title={t("system.replicas")}>
      {replicas.length === 0 ? (
        <Text c="dimmed">{t("system.noReplicas")}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native">
          <Table aria-label={t("system.replicas")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("system.replica")}</Table.Th>
                <Table.Th>{t("system.state")}</Table.Th>
                <Table.Th>{t("system.lag")}</Table.Th>
                <Table.Th>{t("system.reads")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {replicas.map(({ name, is_in_use, lag, reads }) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{t(is_in_use ? "system.inUse" : "system.notInUse")}</Table.Td>
                  <Table.Td>{lag === null ? "–" : format.bytes(lag)}</Table.Td>
                  <Table.Td>{format.number(reads)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}

import { Anchor, Button, Group, List, Paper, Progress, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { DemoNotice } from "./demo-notice.tsx";
import { firstRunQuery, hideFirstRun } from "./first-run-queries.ts";

/** Where each step is done. */
const PAGES = {
  name: "/settings/store",
  currency: "/settings/currencies",
  region: "/settings/regions",
  tax: "/settings/taxes",
  shipping: "/settings/shipping",
  payment: "/settings/regions",
  product: "/products/new",
  mail: "/settings/mails",
  team: "/settings/team",
  order: "/draft-orders/new",
} as const;

type Step = keyof typeof PAGES;

/** What a new shop needs before it sells. A step ticks itself; the list goes when all are done and the demo shop is gone. */
export function FirstRunCard() {
  const { t } = useTranslation();
  const mayHide = useMay()("settings:write");
  const { data } = useQuery(firstRunQuery(useApi()));
  const done = data?.steps.filter(({ is_done }) => is_done).length ?? 0;
  if (!data || data.is_hidden || (done === data.steps.length && !data.has_demo)) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="first-run">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4" id="first-run">
            {t("home.firstRun.title")}
          </Title>
          <Text size="sm">{t("home.firstRun.done", { done, count: data.steps.length })}</Text>
        </div>
        {mayHide && <HideButton />}
      </Group>
      <Progress value={(done / data.steps.length) * 100} my="sm" aria-label={t("home.firstRun.title")} />
      {data.has_demo && <DemoNotice />}
      <List listStyleType="none" spacing={6} style={{ columns: "2 320px" }}>
        {data.steps.map(({ name, is_done }) => (
          <StepItem key={name} name={name as Step} isDone={is_done} />
        ))}
      </List>
    </Paper>
  );
}

function StepItem({ name, isDone }: { name: Step; isDone: boolean }) {
  const { t } = useTranslation();
  return (
    <List.Item
      icon={
        <ThemeIcon size={22} radius="xl" variant={isDone ? "filled" : "default"} color="green">
          {isDone ? <IconCheck size={14} aria-hidden /> : <IconCircle size={14} aria-hidden />}
        </ThemeIcon>
      }
    >
      <Anchor
        renderRoot={(props) => <Link {...props} to={PAGES[name]} />}
        td={isDone ? "line-through" : undefined}
      >
        {t(`home.firstRun.steps.${name}`)}
      </Anchor>
      {isDone && <span className="visually-hidden"> ({t("home.firstRun.isDone")})</span>}
    </List.Item>
  );
}

function HideButton() {
  const { t } = useTranslation();
  const api = useApi();
  const { start, isPending } = useAction(["first-run"]);
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isPending}
      onClick={() => void start({ run: () => hideFirstRun(api, true), done: t("home.firstRun.hidden") })}
    >
      {t("home.firstRun.hide")}
    </Button>
  );
}

import { Button, Code, Group, Text, VisuallyHidden } from "@mantine/core";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import type { Job } from "../system-queries.ts";

const helper = createColumnHelper<Features, Job>();

const COLORS = { waiting: "sea", scheduled: "gray", running: "green", dead: "red" } as const;

interface Options {
  t: TFunction;
  format: Format;
  canRetry: boolean;
  isBusy: boolean;
  onRetry(job: Job): void;
  onDelete(job: Job): void;
}

/** Jobs of plugins are named `plugin:<plugin>:<job>`. Those of the shop itself cannot be deleted. */
const isOfPlugin = ({ task }: Job) => task.startsWith("plugin:");

export const jobColumns = ({ t, format, canRetry, isBusy, onRetry, onDelete }: Options) =>
  helper.columns([
    helper.accessor("task", {
      header: t("system.task"),
      cell: ({ row, getValue }) => (
        <>
          <Text size="sm" fw={600}>
            {getValue()}
          </Text>
          <Text size="xs" c="dimmed">
            {row.original.id}
          </Text>
          {row.original.payload && <Payload payload={row.original.payload} />}
        </>
      ),
    }),
    helper.accessor("state", {
      header: t("system.state"),
      cell: ({ getValue }) => (
        <StateBadge color={COLORS[getValue()]}>{t(`system.jobStates.${getValue()}`)}</StateBadge>
      ),
    }),
    helper.accessor(({ attempts, max_attempts }) => `${attempts} / ${max_attempts}`, {
      id: "attempts",
      header: t("system.attempts"),
    }),
    helper.accessor("run_at", {
      header: t("system.runAt"),
      cell: ({ getValue }) => <span className="nowrap">{format.exactTime(getValue())}</span>,
    }),
    helper.accessor("last_error", {
      header: t("system.lastError"),
      cell: ({ getValue }) => (
        <Text size="sm" maw={420} lineClamp={3} title={String(getValue() ?? "")}>
          {String(getValue() ?? "–")}
        </Text>
      ),
    }),
    ...(canRetry
      ? [
          helper.display({
            id: "retry",
            header: () => <span className="visually-hidden">{t("system.actions")}</span>,
            cell: ({ row: { original } }) =>
              original.state !== "running" && (
                <Group gap="xs">
                  <Button
                    size="compact-sm"
                    variant="light"
                    disabled={isBusy}
                    onClick={() => onRetry(original)}
                  >
                    {t(original.state === "dead" ? "system.retry" : "system.runNow")}
                    <JobName t={t} job={original} />
                  </Button>
                  {isOfPlugin(original) && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      disabled={isBusy}
                      onClick={() => onDelete(original)}
                    >
                      {t("system.deleteJob")}
                      <JobName t={t} job={original} />
                    </Button>
                  )}
                </Group>
              ),
          }),
        ]
      : []),
  ]);

/** For those who hear the button without its row. */
const JobName = ({ t, job: { task, id } }: { t: TFunction; job: Job }) => (
  <VisuallyHidden> {t("system.jobOf", { task, id })}</VisuallyHidden>
);

const Payload = ({ payload }: { payload: NonNullable<Job["payload"]> }) => {
  const text = JSON.stringify(payload);
  return text === "{}" ? null : (
    <Code maw={360} display="block" title={text} style={{ overflowWrap: "anywhere" }}>
      {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
    </Code>
  );
};

const SHOWN = 240;

import { Button, Text, VisuallyHidden } from "@mantine/core";
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
}

export const jobColumns = ({ t, format, canRetry, isBusy, onRetry }: Options) =>
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
                <Button size="compact-sm" variant="light" disabled={isBusy} onClick={() => onRetry(original)}>
                  {t(original.state === "dead" ? "system.retry" : "system.runNow")}
                  <VisuallyHidden>
                    {" "}
                    {t("system.jobOf", { task: original.task, id: original.id })}
                  </VisuallyHidden>
                </Button>
              ),
          }),
        ]
      : []),
  ]);

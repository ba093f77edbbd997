import { Anchor, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { type BatchJob, isOver, progressOf } from "../import-queries.ts";
import { JobBadge } from "./job-badge.tsx";

const helper = createColumnHelper<Features, BatchJob>();

interface Options {
  t: TFunction;
  format: Format;
  nameOf(type: string): string;
}

export const jobColumns = ({ t, format, nameOf }: Options) =>
  helper.columns([
    helper.accessor("type", {
      header: t("imports.type"),
      cell: ({ row, getValue }) => (
        <Anchor
          fw={600}
          size="sm"
          renderRoot={(props) => <Link {...props} to="/imports/$id" params={{ id: row.original.id }} />}
        >
          {nameOf(getValue())}
        </Anchor>
      ),
    }),
    helper.accessor("status", {
      header: t("imports.state"),
      cell: ({ row }) => <JobBadge job={row.original} />,
    }),
    helper.display({
      id: "progress",
      header: t("imports.progress"),
      cell: ({ row: { original: job } }) => {
        const share = progressOf(job);
        if (share === undefined || isOver(job)) return job.status === "completed" ? format.percent(1) : "–";
        return <Progress value={share * 100} aria-label={t("imports.progress")} />;
      },
    }),
    helper.accessor((job) => job.result?.refused_count ?? job.result?.errors?.length ?? 0, {
      id: "errors",
      header: t("imports.errors"),
      cell: ({ getValue }) => format.number(getValue()),
    }),
    helper.accessor("created_at", {
      header: t("imports.created"),
      cell: ({ getValue }) => <span className="nowrap">{format.time(getValue())}</span>,
    }),
  ]);

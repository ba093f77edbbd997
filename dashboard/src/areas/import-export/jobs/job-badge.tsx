import { useTranslation } from "react-i18next";
import { isJobType } from "../../../data/import-export/import-types.ts";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { type BatchJob, isRehearsed } from "../import-queries.ts";

const COLORS = {
  created: "gray",
  pre_processed: "gray",
  rehearsed: "orange",
  confirmed: "sea",
  processing: "sea",
  completed: "green",
  canceled: "gray",
  failed: "red",
} as const;

export function JobBadge({ job }: { job: Pick<BatchJob, "status" | "dry_run"> }) {
  const { t } = useTranslation();
  const state = isRehearsed(job) ? "rehearsed" : job.status;
  return <StateBadge color={COLORS[state]}>{t(`imports.states.${state}`)}</StateBadge>;
}

/** "Import of products" */
export function useTypeName(): (type: string) => string {
  const { t } = useTranslation();
  return (type) => (isJobType(type) ? t(`imports.types.${type}`) : type);
}

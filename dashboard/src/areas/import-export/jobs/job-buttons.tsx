import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isImport } from "../../../data/import-export/import-types.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { cancelJob, confirmJob, downloadFile, repeatJob } from "../import-actions.ts";
import { type BatchJob, isOver, isRehearsed } from "../import-queries.ts";

/** What can be done now: confirm, correct, cancel, download, or do it again. */
export function JobButtons({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const api = useApi();
  const { start, isPending } = useAction(["batch-job", "batch-jobs"]);
  const { id, status, result } = job;
  const key = status === "completed" ? result?.file_key : undefined;
  const operations = Object.values(result?.operations ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Group gap="xs">
      {isRehearsed(job) && (
        <Button
          disabled={isImport(job.type) && operations === 0}
          loading={isPending}
          onClick={() => start({ run: () => confirmJob(api, id), done: t("imports.confirmed") })}
        >
          {t("imports.confirm")}
        </Button>
      )}
      {isImport(job.type) && <CorrectButton job={job} />}
      {!isOver(job) && (
        <Button
          variant="default"
          onClick={() => start({ run: () => cancelJob(api, id), done: t("imports.canceledNow") })}
        >
          {t("imports.cancel")}
        </Button>
      )}
      {key && (
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => start({ run: () => downloadFile(api, key), done: t("imports.downloading") })}
        >
          {t("imports.download")}
        </Button>
      )}
      <RepeatButton job={job} />
    </Group>
  );
}

/** The file of a rehearsal with errors is replaced: its job is over. */
function CorrectButton({ job: { id, type, status, dry_run, result, context } }: { job: BatchJob }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { start } = useAction(["batch-jobs"]);
  const list = context?.["price_list_id"];
  const open = () =>
    navigate({
      to: "/imports/new",
      search: { from: id, ...(isImport(type) && { type }), ...(typeof list === "string" && { list }) },
    });
  if ((result?.errors ?? []).length === 0) return null;
  if (!isRehearsed({ status, dry_run }))
    return isOver({ status }) ? (
      <Button variant="default" onClick={open}>
        {t("imports.correct")}
      </Button>
    ) : null;
  return (
    <Button
      variant="default"
      onClick={() => start({ run: () => cancelJob(api, id), done: t("imports.canceledNow"), onDone: open })}
    >
      {t("imports.correct")}
    </Button>
  );
}

/** The file of a failed import is there for a day; exports need none. */
function RepeatButton({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { start, isPending } = useAction(["batch-jobs"]);
  const isExport = job.type.endsWith("-export");
  if (!(isExport ? isOver(job) : isImport(job.type) && job.status === "failed")) return null;
  const repeat = async () => {
    const { id } = await repeatJob(api, job);
    await navigate({ to: "/imports/$id", params: { id } });
  };
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => start({ run: repeat, done: t("imports.repeated") })}
    >
      {t("imports.repeat")}
    </Button>
  );
}

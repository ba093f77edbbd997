import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { firstRunQuery, hideFirstRun } from "./first-run-queries.ts";

/** Brings the list of first steps back to the home page. */
export function ShowFirstRun() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("settings:write");
  const { data } = useQuery({ ...firstRunQuery(api), enabled: may });
  const { start, isPending } = useAction(["first-run"]);
  if (!data?.is_hidden) return null;
  const show = () => start({ run: () => hideFirstRun(api, false), done: t("settings.firstRun.shown") });
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => void show()}
      style={{ alignSelf: "flex-start" }}
    >
      {t("settings.firstRun.show")}
    </Button>
  );
}

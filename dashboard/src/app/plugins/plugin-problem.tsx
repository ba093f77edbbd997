import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LostPlugin } from "./hosted-plugin.ts";

/** In place of a part that has thrown. */
export function FailedPart({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" role="alert" title={t("plugins.failed", { name })}>
      {t("plugins.failedText")}
    </Alert>
  );
}

/** In place of all parts of a plugin whose module is missing or wrong. */
export function LostPart({ plugin: { name, reason } }: { plugin: LostPlugin }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" title={t("plugins.lost", { name })}>
      {reason()}
    </Alert>
  );
}

import { Alert, Button, Group, Stack } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { isMissingScript, isOutdated } from "./missing-script.ts";
import { PageTitle } from "./page-title.tsx";

/** What went wrong, and a way to try again. */
export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const lacksScript = isMissingScript(error);
  useEffect(() => {
    if (!lacksScript) return;
    // Offline, the message stays.
    isOutdated().then(
      (yes) => yes && location.reload(),
      () => {},
    );
  }, [lacksScript]);
  const again = () => {
    if (lacksScript) return location.reload();
    reset?.();
    void router.invalidate();
  };
  return (
    <Stack align="flex-start" maw={560}>
      <PageTitle>{t("error.title")}</PageTitle>
      <Alert color="red" role="alert" w="100%">
        {lacksScript ? t("error.offline") : messageOf(error, t)}
      </Alert>
      <Group gap="xs">
        <Button onClick={again}>{t("error.again")}</Button>
        {router.history.canGoBack() && (
          <Button variant="default" onClick={() => router.history.back()}>
            {t("action.back")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

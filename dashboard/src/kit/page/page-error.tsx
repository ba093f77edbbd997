import { Alert, Button, Group, Stack } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { PageTitle } from "./page-title.tsx";

/** What went wrong, and a way to try again. */
export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const again = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <Stack align="flex-start" maw={560}>
      <PageTitle>{t("error.title")}</PageTitle>
      <Alert color="red" role="alert" w="100%">
        {messageOf(error, t)}
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

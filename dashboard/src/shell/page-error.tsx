import { Alert, Button, Stack, Title } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";

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
      <Title order={1} size="h2">
        {t("error.title")}
      </Title>
      <Alert color="red" role="alert" w="100%">
        {messageOf(error, t)}
      </Alert>
      <Button onClick={again}>{t("error.again")}</Button>
    </Stack>
  );
}

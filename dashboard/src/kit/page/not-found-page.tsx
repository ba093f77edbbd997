import { Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageTitle } from "./page-title.tsx";

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start">
      <PageTitle>{t("error.notFound")}</PageTitle>
      <Text>{t("error.notFoundText")}</Text>
      <Button component={Link} to="/">
        {t("nav.home")}
      </Button>
    </Stack>
  );
}

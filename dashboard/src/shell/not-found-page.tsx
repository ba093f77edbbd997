import { Button, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" p="xl" component="main">
      <Title order={1} size="h2">
        {t("error.notFound")}
      </Title>
      <Text>{t("error.notFoundText")}</Text>
      <Button component={Link} to="/">
        {t("nav.home")}
      </Button>
    </Stack>
  );
}

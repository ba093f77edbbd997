import { Anchor, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { KINDS, type KindName, kindOf } from "./report-kinds.ts";

export const reportsRoute = createLazyRoute("/shell/reports")({ component: ReportsPage });

/** All reports that the user may see. */
function ReportsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const shown = (Object.keys(KINDS) as KindName[]).filter((name) => {
    const { needs } = kindOf(name);
    return !needs || may(needs);
  });
  return (
    <Stack>
      <PageTitle>{t("nav.reports")}</PageTitle>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {shown.map((name) => (
          <Paper key={name} withBorder p="md">
            <Anchor
              fw={600}
              renderRoot={(props) => <Link {...props} to="/reports/$kind" params={{ kind: name }} />}
            >
              {t(`reports.names.${name}`)}
            </Anchor>
            <Text size="sm" c="dimmed" mt={4}>
              {t(`reports.about.${name}`)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

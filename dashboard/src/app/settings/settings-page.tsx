import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ShowFirstRun } from "../../areas/reporting/home/show-first-run.tsx";
import { PageTitle } from "../../kit/page/page-title.tsx";
import { PluginSlot } from "../../kit/plugins/plugin-slot.tsx";
import { useVisibleSections } from "./sections.ts";

export const settingsListRoute = createLazyRoute("/shell/settings/")({ component: SettingsPage });

function SettingsPage() {
  const { t } = useTranslation();
  const sections = useVisibleSections();
  return (
    <Stack>
      <PageTitle>{t("nav.settings")}</PageTitle>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {sections.map(({ to, name, icon: Icon }) => (
          <Paper key={to} withBorder p="md" component={Link} to={to} c="inherit" td="none">
            <Group wrap="nowrap" align="flex-start">
              <Icon size={24} stroke={1.6} style={{ flex: "none" }} aria-hidden />
              <div>
                <Text fw={600}>{t(`nav.sections.${name}`)}</Text>
                <Text size="sm" c="dimmed">
                  {t(`settings.texts.${name}`)}
                </Text>
              </div>
            </Group>
          </Paper>
        ))}
        <PluginSlot name="SettingsTiles" />
      </SimpleGrid>
      <ShowFirstRun />
    </Stack>
  );
}

import { Flex, Stack } from "@mantine/core";
import { createLazyRoute, Outlet, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { BackLink } from "../../kit/page/back-link.tsx";
import { PageLink } from "../../kit/page/page-link.tsx";
import { PluginSlot } from "../../kit/plugins/plugin-slot.tsx";
import { useVisibleSections } from "./sections.ts";

export const settingsRoute = createLazyRoute("/shell/settings")({ component: SettingsLayout });

/** The sections stand beside the page; on a phone they are a page of their own. */
function SettingsLayout() {
  const { t } = useTranslation();
  const sections = useVisibleSections();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The page of one region or role leads back to its list instead.
  const isSection = path.replace(/\/$/, "").split("/").length === 3 || path.startsWith("/settings/plugins/");
  return (
    <Flex gap="xl" align="flex-start">
      <Stack component="nav" gap={2} w={210} miw={210} visibleFrom="md" aria-label={t("settings.sections")}>
        {sections.map(({ to, name, icon: Icon }) => (
          <PageLink
            key={to}
            to={to}
            icon={<Icon size={18} stroke={1.6} aria-hidden />}
            isCurrent={path.startsWith(to)}
          >
            {t(`nav.sections.${name}`)}
          </PageLink>
        ))}
        <PluginSlot name="SettingsMenu" />
      </Stack>
      <Stack flex={1} miw={0} maw={920}>
        {isSection && (
          <BackLink to="/settings" hiddenFrom="md">
            {t("settings.all")}
          </BackLink>
        )}
        <Outlet />
      </Stack>
    </Flex>
  );
}

import { Stack } from "@mantine/core";
import { createLazyRoute, Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { SectionTabs } from "../../kit/page/section-tabs.tsx";
import { SYSTEM_PAGES } from "./system-pages.ts";

export const systemRoute = createLazyRoute("/shell/system")({ component: SystemLayout });

/** What runs behind the shop. */
function SystemLayout() {
  const { t } = useTranslation();
  const may = useMay();
  const tabs = SYSTEM_PAGES.filter(({ needs }) => may(needs));
  return (
    <Stack>
      <SectionTabs label={t("nav.system")} tabs={tabs.map(({ to, name }) => ({ to, name: t(name) }))} />
      <Outlet />
    </Stack>
  );
}

import { Button, Group, Stack } from "@mantine/core";
import { createLazyRoute, Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../session/permissions.ts";
import { SYSTEM_PAGES } from "./system-pages.ts";

export const systemRoute = createLazyRoute("/shell/system")({ component: SystemLayout });

/** What runs behind the shop. */
function SystemLayout() {
  const { t } = useTranslation();
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Stack>
      <Group component="nav" aria-label={t("system.title")} gap={4}>
        {SYSTEM_PAGES.filter(({ needs }) => may(needs)).map(({ to, name }) => {
          const isActive = path.startsWith(to);
          return (
            <Button
              key={to}
              component={Link}
              to={to}
              size="compact-md"
              variant={isActive ? "light" : "subtle"}
              aria-current={isActive ? "page" : undefined}
            >
              {t(name)}
            </Button>
          );
        })}
      </Group>
      <Outlet />
    </Stack>
  );
}

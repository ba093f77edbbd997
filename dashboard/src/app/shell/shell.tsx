import { ActionIcon, AppShell, Burger, Group, Kbd, Text, useMantineColorScheme } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ListViews } from "../../data/platform/views/list-views.tsx";
import { ViewsSlot } from "../../kit/list/views-slot.ts";
import { Later } from "../../kit/page/later.tsx";
import { PageLink } from "../../kit/page/page-link.tsx";
import { PluginSlot } from "../../kit/plugins/plugin-slot.tsx";
import { FindAnything } from "../find/find-anything.tsx";
import { useLiveEvents } from "../live/use-live-events.ts";
import { Bell } from "../notices/bell.tsx";
import { type Page, useVisiblePages } from "./pages.ts";
import { UserMenu } from "./user-menu.tsx";

export function Shell() {
  const { t } = useTranslation();
  const pages = useVisiblePages();
  useLiveEvents();
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header className="no-print">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t("nav.menu")} />
            <Text fw={700} component={Link} to="/" c="inherit" td="none">
              Tradewind
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <FindButton />
            <Bell />
            <ColorSchemeButton />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="no-print scrolls" aria-label={t("nav.pages")}>
        {pages.map((page) => (
          <MenuLink key={page.to} {...page} onFollow={close} />
        ))}
        <PluginSlot name="Menu" onFollow={close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <ViewsSlot value={ListViews}>
          <Outlet />
        </ViewsSlot>
      </AppShell.Main>
      <Later>
        <FindAnything />
      </Later>
    </AppShell>
  );
}

function MenuLink({ to, name, icon: Icon, onFollow }: Page & { onFollow(): void }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <PageLink
      to={to}
      icon={<Icon size={18} stroke={1.6} aria-hidden />}
      isCurrent={to === "/" ? path === "/" : path.startsWith(to)}
      onClick={onFollow}
    >
      {t(name)}
    </PageLink>
  );
}

function FindButton() {
  const { t } = useTranslation();
  return (
    <>
      <ActionIcon variant="default" size="lg" onClick={spotlight.open} aria-label={t("find.open")}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      <Kbd visibleFrom="md" aria-hidden>
        Ctrl K
      </Kbd>
    </>
  );
}

function ColorSchemeButton() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === "dark";
  return (
    <ActionIcon
      variant="default"
      size="lg"
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
      aria-label={t(isDark ? "shell.light" : "shell.dark")}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}

import { Group, NavLink, Paper, Text } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { addressOf } from "./addresses.ts";
import { hosted } from "./hosted.ts";
import type { HostedPlugin } from "./hosted-plugin.ts";
import { translateOf } from "./hosted-plugin.ts";
import { iconOf } from "./icons.ts";

interface EntryProps {
  to: string;
  label: string;
  icon: string | undefined;
  onFollow?(): void;
}

function Entry({ to, label, icon, onFollow }: EntryProps) {
  const Icon = iconOf(icon);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isActive = path.replace(/\/$/, "") === to.replace(/\/$/, "");
  return (
    <NavLink
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      active={isActive}
      aria-current={isActive ? "page" : undefined}
      {...(onFollow && { onClick: onFollow })}
    />
  );
}

/** In the language of the moment: the components below are drawn again in another one. */
const useTextsOfAll = () => {
  useTranslation();
  return (plugin: HostedPlugin, name: string) => translateOf(plugin)(name);
};

/** The pages of plugins in the menu. */
export function Menu({ onFollow }: { onFollow(): void }) {
  const textOf = useTextsOfAll();
  return hosted().plugins.flatMap((plugin) =>
    (plugin.parts.pages ?? []).map(({ path, title, menu }) => {
      const to = addressOf("pages", plugin.name, path);
      return (
        menu && <Entry key={to} to={to} label={textOf(plugin, title)} icon={menu.icon} onFollow={onFollow} />
      );
    }),
  );
}

const settingsOf = (textOf: ReturnType<typeof useTextsOfAll>) =>
  hosted().plugins.flatMap((plugin) =>
    (plugin.parts.settings ?? [])
      .filter(({ path }) => !path.includes(":"))
      .map(({ path, title, text, icon }) => ({
        to: addressOf("settings", plugin.name, path),
        label: textOf(plugin, title),
        text: text && textOf(plugin, text),
        icon,
      })),
  );

export function SettingsMenu() {
  const sections = settingsOf(useTextsOfAll());
  return sections.map(({ to, label, icon }) => <Entry key={to} to={to} label={label} icon={icon} />);
}

export function SettingsTiles() {
  return settingsOf(useTextsOfAll()).map(({ to, label, text, icon }) => {
    const Icon = iconOf(icon);
    return (
      <Paper key={to} withBorder p="md" component={Link} to={to} c="inherit" td="none">
        <Group wrap="nowrap" align="flex-start">
          <Icon size={24} stroke={1.6} style={{ flex: "none" }} aria-hidden />
          <div>
            <Text fw={600}>{label}</Text>
            {text && (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            )}
          </div>
        </Group>
      </Paper>
    );
  });
}

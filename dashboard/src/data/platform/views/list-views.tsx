import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconDots, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { showRefusal } from "../../../kit/form/show-refusal.ts";
import { useSay } from "../../../kit/list/use-say.ts";
import type { ViewsProps } from "../../../kit/list/views-slot.ts";
import { useMay } from "../../session/permissions.ts";
import { userQuery } from "../../session/session-queries.ts";
import { SaveView } from "./save-view.tsx";
import { useBrowserViews } from "./use-browser-views.ts";
import { type SavedView, useViews } from "./view-queries.ts";

const sorted = (search: object) =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Above the filters of a list: its views, and a button that saves what the list shows. */
export function ListViews({ list, search, show, builtIn }: ViewsProps) {
  const { t } = useTranslation();
  const say = useSay();
  useBrowserViews(list);
  const { views, create, change, remove } = useViews(list);
  const shown = sorted(search);
  const isSaved = [...builtIn, ...views].some((view) => sorted(view.search) === shown);
  const isNarrowed = shown !== "[]";
  if (builtIn.length === 0 && views.length === 0 && !isNarrowed) return null;
  const button = (view: object) =>
    ({
      size: "compact-md",
      variant: sorted(view) === shown ? "filled" : "default",
      onClick: () => show(view),
    }) as const;
  const told = {
    onError: (error: Error) => showRefusal(error, t),
  };
  return (
    <Group gap="xs" role="group" aria-label={t("views.title")}>
      {builtIn.map(({ name, search: view }) => (
        <Button key={name} {...button(view)}>
          {say(name)}
        </Button>
      ))}
      {views.map((view) => (
        <Group key={view.id} gap={2} wrap="nowrap">
          <Button
            {...button(view.search)}
            {...(view.is_shared && { leftSection: <IconUsers size={14} aria-label={t("views.shared")} /> })}
          >
            {view.name}
          </Button>
          <ViewMenu
            view={view}
            onReplace={isNarrowed ? () => change.mutate({ id: view.id, search }, told) : undefined}
            onShare={(is_shared) => change.mutate({ id: view.id, is_shared }, told)}
            onDelete={() => remove.mutate(view.id, told)}
          />
        </Group>
      ))}
      {isNarrowed && !isSaved && <SaveView search={search} create={create} />}
    </Group>
  );
}

interface MenuProps {
  view: SavedView;
  onReplace: (() => void) | undefined;
  onShare(isShared: boolean): void;
  onDelete(): void;
}

/** What can be done with a view: by its user, or by those who may change the settings of the shop. */
function ViewMenu({ view, onReplace, onShare, onDelete }: MenuProps) {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery(useApi()));
  const may = useMay();
  if (view.user_id !== user?.id && !may("settings:write")) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" aria-label={t("views.change", { name: view.name })}>
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onReplace && <Menu.Item onClick={onReplace}>{t("views.replace")}</Menu.Item>}
        <Menu.Item onClick={() => onShare(!view.is_shared)}>
          {t(view.is_shared ? "views.unshare" : "views.share")}
        </Menu.Item>
        <Menu.Item color="red" onClick={onDelete}>
          {t("views.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

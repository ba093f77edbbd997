import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { useAction } from "../../kit/form/use-action.ts";
import type { ActionPart, ListName, ShopRow } from "../../kit/plugins/contract.ts";
import { hosted } from "./hosted.ts";
import { type HostedPlugin, toolsOf, translateOf } from "./hosted-plugin.ts";
import { pluginApiOf } from "./plugin-api.ts";

/** What people call a row. */
const nameOf = ({ id, display_id, title, email }: ShopRow): string =>
  display_id === undefined ? (title ?? email ?? id) : `#${display_id}`;

/** The actions of plugins for one row. */
export function RowMenu({ list, row }: { list: ListName; row: ShopRow }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const { isPending, start } = useAction([]);
  const run = (plugin: HostedPlugin, action: ActionPart) => {
    const ofPlugin = translateOf(plugin);
    const title = ofPlugin(action.title);
    const { question, isHarmful = false } = action;
    void start({
      ...(question && {
        question: { title, text: ofPlugin(question), confirm: title, isHarmful },
      }),
      run: async () => action.run({ id: row.id }, toolsOf(plugin, pluginApiOf(api))),
      done: t("plugins.done", { title }),
      onDone: () => queryClient.invalidateQueries(),
    });
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          loading={isPending}
          aria-label={t("plugins.actions", { name: nameOf(row) })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hosted().plugins.flatMap((plugin) =>
          (plugin.parts.lists?.[list]?.actions ?? []).map((action) => (
            <Menu.Item
              key={`${plugin.name} ${action.id}`}
              {...(action.isHarmful && { color: "red" })}
              onClick={() => run(plugin, action)}
            >
              {translateOf(plugin)(action.title)}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

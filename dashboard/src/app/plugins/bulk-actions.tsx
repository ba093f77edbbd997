import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { doForAll } from "../../kit/list/do-for-all.ts";
import type { Bulk } from "../../kit/list/use-bulk.ts";
import type { ActionPart, ListName } from "../../kit/plugins/contract.ts";
import { hosted } from "./hosted.ts";
import { type HostedPlugin, toolsOf, translateOf } from "./hosted-plugin.ts";
import { pluginApiOf } from "./plugin-api.ts";

/** The actions of plugins for the selected rows. */
export function BulkActions({ list, bulk }: { list: ListName; bulk: Bulk }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const { count } = bulk;
  const start = (plugin: HostedPlugin, action: ActionPart) => {
    const ofPlugin = translateOf(plugin);
    const title = ofPlugin(action.title);
    const { question, isHarmful = false } = action;
    const tools = toolsOf(plugin, pluginApiOf(api));
    void bulk.start({
      question: {
        title: t("plugins.forSelected", { title, count }),
        text: question ? ofPlugin(question) : t("bulk.askText"),
        confirm: title,
        isHarmful,
      },
      async run(ids, run) {
        const result = await doForAll(ids, async (id) => action.run({ id }, tools), run);
        await queryClient.invalidateQueries();
        return result;
      },
    });
  };
  return hosted().plugins.flatMap((plugin) =>
    (plugin.parts.lists?.[list]?.actions ?? []).map((action) => (
      <Button
        key={`${plugin.name} ${action.id}`}
        size="compact-md"
        variant="light"
        {...(action.isHarmful && { color: "red" })}
        disabled={count === 0 || bulk.isPending}
        onClick={() => start(plugin, action)}
      >
        {translateOf(plugin)(action.title)}
      </Button>
    )),
  );
}

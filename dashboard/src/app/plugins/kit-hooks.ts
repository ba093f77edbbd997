import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { createContext, use, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { useApi as useShopApi } from "../../kit/api/api.ts";
import { useAsk } from "../../kit/dialogs/ask.tsx";
import { useAction as useWork } from "../../kit/form/use-action.ts";
import { useFormat } from "../../kit/format/format.ts";
import type { Kit } from "../../kit/plugins/contract.ts";
import { PluginContext, translateOf } from "./hosted-plugin.ts";
import { pluginApiOf } from "./plugin-api.ts";

/** The values of the path of a plugin's page. */
export const PageParams = createContext<Readonly<Record<string, string>>>({});

const useApi: Kit["useApi"] = () => {
  const api = useShopApi();
  return useMemo(() => pluginApiOf(api), [api]);
};

const useRead: Kit["useRead"] = <Data>(path: string | null, query?: object) => {
  const api = useApi();
  return useQuery({
    queryKey: ["plugin", path, query],
    queryFn: async () => (await api.get<Data>(path!, query)) ?? null,
    enabled: path !== null,
  }) as ReturnType<typeof useRead<Data>>;
};

/** All that is shown is read again: a plugin does not know what its work has changed for others. */
const useAction: Kit["useAction"] = () => {
  const queryClient = useQueryClient();
  const { isPending, start } = useWork([]);
  return {
    isPending,
    start: (work) =>
      start({
        ...work,
        async onDone() {
          await work.onDone?.();
          await queryClient.invalidateQueries();
        },
      }),
  };
};

const useNotify: Kit["useNotify"] = () => (message, kind) =>
  void notifications.show({ message, ...(kind === "failed" && { color: "red", role: "alert" }) });

const useNavigate: Kit["useNavigate"] = () => {
  const router = useRouter();
  return (path) => void router.navigate({ to: path as "/" });
};

const usePageParams: Kit["usePageParams"] = () => use(PageParams);

const useTexts: Kit["useTexts"] = () => {
  const plugin = use(PluginContext);
  if (!plugin) throw new Error("useTexts is called outside of a part of a plugin");
  // So that the component is drawn again in another language.
  const { language } = useTranslation().i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function has the language of the moment
  return useMemo(() => translateOf(plugin), [plugin, language]);
};

export const kitHooks = {
  useAction,
  useApi,
  useAsk,
  useFormat,
  useMay,
  useNavigate,
  useNotify,
  usePageParams,
  useRead,
  useTexts,
} satisfies Partial<Kit>;

import { Stack } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { NotFoundPage } from "../../kit/page/not-found-page.tsx";
import { PageLoading } from "../../kit/page/page-loading.tsx";
import { PageTitle } from "../../kit/page/page-title.tsx";
import { usePluginParts } from "../../kit/plugins/plugin-parts.ts";
import { matched, type Place } from "./addresses.ts";
import { hosted } from "./hosted.ts";
import { translateOf } from "./hosted-plugin.ts";
import { PageParams } from "./kit-hooks.ts";
import { Part } from "./part.tsx";
import { FailedPart, LostPart } from "./plugin-problem.tsx";

export const pluginRoute = createLazyRoute("/shell/plugins/$name/$")({
  component: () => <PluginPage place="pages" />,
});

export const pluginSettingsRoute = createLazyRoute("/shell/settings/plugins/$name/$")({
  component: () => <PluginPage place="settings" />,
});

/** The page of a plugin at this address. */
function PluginPage({ place }: { place: Place }) {
  useTranslation();
  const { name, _splat: path = "" } = useParams({ strict: false }) as { name: string; _splat?: string };
  const { isLoading } = usePluginParts();
  const { plugins, lost } = hosted();
  const missing = lost.find((plugin) => plugin.name === name);
  if (missing) {
    return (
      <Stack>
        <PageTitle>{name}</PageTitle>
        <LostPart plugin={missing} />
      </Stack>
    );
  }
  const plugin = plugins.find((each) => each.name === name);
  for (const page of plugin?.parts[place] ?? []) {
    const params = matched(page.path, path);
    if (!params) continue;
    const title = translateOf(plugin!)(page.title);
    return (
      <PageParams value={params}>
        <Part
          key={path}
          plugin={plugin!}
          load={page.load}
          props={{}}
          failed={
            <Stack>
              <PageTitle>{title}</PageTitle>
              <FailedPart name={name} />
            </Stack>
          }
        />
      </PageParams>
    );
  }
  return isLoading && !plugin ? <PageLoading /> : <NotFoundPage />;
}

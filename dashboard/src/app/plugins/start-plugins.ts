import type { PluginModule } from "../../data/session/shell-route.ts";
import { setPluginParts } from "../../kit/plugins/plugin-parts.ts";

let started = "";

/** Loads the parts that this user may see. Nothing of it is loaded in a shop without plugins. */
export function startPlugins(plugins: readonly PluginModule[], permissions: ReadonlySet<string>): void {
  const wanted = JSON.stringify([plugins, [...permissions]]);
  if (wanted === started) return;
  if (started === "") setPluginParts({ isLoading: true, holdsLists: true });
  started = wanted;
  import("./host-plugins.ts")
    .then(({ hostPlugins }) => hostPlugins(plugins, permissions))
    .catch((error: unknown) => {
      console.error(error);
      setPluginParts({ isLoading: false, holdsLists: false });
    });
}

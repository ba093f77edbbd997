import type { ProviderRegistry } from "../../../../providers/registry.ts";
import type { JobType } from "../job-type.ts";
import { ofPlugin } from "./of-plugin.ts";

export type FindType = (id: string) => JobType | undefined;

/** The types that come with the shop, and those of plugins, which may take the place of them. */
export function knownTypes(types: readonly JobType[], providers: ProviderRegistry): FindType {
  const own = new Map(types.map((type) => [type.id, type]));
  return (id) => {
    const plugged = providers.batchJobs.find(id);
    return plugged ? ofPlugin(plugged) : own.get(id);
  };
}

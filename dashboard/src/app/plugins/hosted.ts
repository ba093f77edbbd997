import type { ListName } from "../../kit/plugins/contract.ts";
import type { HostedPlugin, LostPlugin } from "./hosted-plugin.ts";

export const LISTS: readonly ListName[] = ["orders", "products", "customers"];

interface Hosted {
  /** With the parts that this user may see. */
  plugins: readonly HostedPlugin[];
  lost: readonly LostPlugin[];
}

let current: Hosted = { plugins: [], lost: [] };

/** Those that are read are those that kit/plugins/plugin-parts.ts was last set with, which redraws what shows them. */
export const hosted = () => current;

export function setHosted(changed: Hosted): void {
  current = changed;
}

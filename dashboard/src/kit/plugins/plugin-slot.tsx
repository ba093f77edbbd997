import type { ComponentProps, ComponentType } from "react";
import { type PluginParts, usePluginParts } from "./plugin-parts.ts";

type Slots = Required<PluginParts["slots"]>;

/** The place of a page where plugins show their parts. Empty without plugins. */
export function PluginSlot<Name extends keyof Slots>({
  name,
  ...props
}: { name: Name } & ComponentProps<Slots[Name]>) {
  const Slot = usePluginParts().slots[name] as ComponentType<object> | undefined;
  return Slot ? <Slot {...props} /> : null;
}

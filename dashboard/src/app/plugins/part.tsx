import { Skeleton } from "@mantine/core";
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import type { Load } from "../../kit/plugins/contract.ts";
import { type HostedPlugin, PluginContext } from "./hosted-plugin.ts";
import { FailedPart } from "./plugin-problem.tsx";
import { withinTime } from "./within-time.ts";

interface BoundaryProps {
  plugin: HostedPlugin;
  /** Shown if a part throws: a card, unless there is no place for it. */
  failed?: ReactNode;
  children: ReactNode;
}

/** What a plugin throws while it is shown ends here. React writes it to the console. */
export class PluginBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { plugin, failed = <FailedPart name={plugin.name} />, children } = this.props;
    return this.state.hasFailed ? failed : <PluginContext value={plugin}>{children}</PluginContext>;
  }
}

interface PartProps<Props> {
  plugin: HostedPlugin;
  load: Load<Props>;
  props: Props;
  failed?: ReactNode;
}

/** A component of a plugin, which is loaded when it is shown. */
export function Part<Props extends object>({ plugin, load, props, failed }: PartProps<Props>) {
  const Shown = componentOf(load);
  return (
    <PluginBoundary plugin={plugin} failed={failed}>
      <Suspense fallback={<Skeleton h={96} />}>
        <Shown {...props} />
      </Suspense>
    </PluginBoundary>
  );
}

const components = new WeakMap<object, ComponentType<never>>();

function componentOf<Props>(load: Load<Props>): ComponentType<Props> {
  const known = components.get(load) ?? (lazy(() => checked(load)) as unknown as ComponentType<never>);
  components.set(load, known);
  return known as ComponentType<Props>;
}

async function checked<Props>(load: Load<Props>) {
  const module = await withinTime(load());
  if (!module?.default) throw new Error("The module exports no component by default");
  return module as { default: ComponentType<object> };
}

import { useDocumentVisibility } from "@mantine/hooks";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMay } from "../../data/session/permissions.ts";
import { useApi } from "../../kit/api/api.ts";
import { listenToEvents } from "../../kit/api/event-stream.ts";
import { useSessionEnded } from "../../kit/api/session-state.ts";

/** The first part of the name of an event, and the queries whose answers it makes old. */
const OUTDATED: Record<string, readonly string[]> = {
  order: ["orders", "order", "returns", "drafts", "analytics", "notices"],
  swap: ["orders", "order", "returns", "analytics", "notices"],
  claim: ["orders", "order", "returns"],
  draft_order: ["drafts"],
  payment_link: ["payment-link"],
  payment: ["notices"],
  stock: ["notices"],
  batch: ["notices"],
  mail: ["notices", "mails"],
  webhook: ["notices"],
  note: ["order", "notices"],
  "custom-field": ["custom-fields", "session"],
};

const names = Object.keys(OUTDATED).map((part) => `${part}.*`);
const queriesOf = (name: string) => OUTDATED[name.split(".", 1)[0]!] ?? [];

/** Many events of one moment lead to one request. */
const COLLECTED_FOR = 300;

/** What colleagues and customers do appears without a reload. */
export function useLiveEvents(): void {
  const queryClient = useQueryClient();
  const api = useApi();
  const isAllowed = useMay()("events:read");
  const hasEnded = useSessionEnded();
  // A browser has few connections to one host: the tabs behind must not take them all.
  const isVisible = useDocumentVisibility() === "visible";
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!isAllowed || hasEnded || !isVisible) return;
    const outdated = collector(queryClient);
    const stop = listenToEvents(api, {
      names,
      last,
      onEvent: ({ name }) => outdated.add(queriesOf(name)),
      onReset: () => outdated.add(Object.values(OUTDATED).flat()),
    });
    return () => {
      stop();
      outdated.flush();
    };
  }, [queryClient, api, isAllowed, hasEnded, isVisible]);
}

function collector(queryClient: QueryClient) {
  const keys = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
    keys.clear();
  };
  return {
    add(found: readonly string[]) {
      for (const key of found) keys.add(key);
      if (keys.size > 0) timer ??= setTimeout(flush, COLLECTED_FOR);
    },
    flush,
  };
}

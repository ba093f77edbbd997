import { useDocumentVisibility, useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "../../../kit/api/api.ts";
import { listenToEvents } from "../../../kit/api/event-stream.ts";
import { useSessionEnded } from "../../../kit/api/session-state.ts";

/** Loads the first page of the log again when such an event happens, at most twice a second. */
export function useLiveLog(name: string, isOn: boolean): void {
  const queryClient = useQueryClient();
  const api = useApi();
  const hasEnded = useSessionEnded();
  const isVisible = useDocumentVisibility() === "visible";
  const last = useRef<string>(undefined);
  const show = useThrottledCallback(() => queryClient.invalidateQueries({ queryKey: ["events"] }), 500);
  useEffect(() => {
    if (!isOn || hasEnded || !isVisible) return;
    return listenToEvents(api, { names: [name], last, onEvent: show, onReset: show });
  }, [api, name, isOn, hasEnded, isVisible, show]);
}

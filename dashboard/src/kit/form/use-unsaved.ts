import { useBlocker } from "@tanstack/react-router";
import { useAskToLeave } from "../dialogs/ask.tsx";

/** Asks before a page with unsaved changes is left. The browser itself asks before it is closed or loaded again. */
export function useUnsaved(isChanged: boolean | (() => boolean)): void {
  const askToLeave = useAskToLeave();
  const hasChanges = () => (typeof isChanged === "function" ? isChanged() : isChanged);
  useBlocker({
    shouldBlockFn: async () => hasChanges() && !(await askToLeave()),
    enableBeforeUnload: hasChanges,
  });
}

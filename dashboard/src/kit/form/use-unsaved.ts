import { useBlocker } from "@tanstack/react-router";
import { useAskToLeave } from "../dialogs/ask.tsx";

/** A confirmation before the user leaves a page with unsaved changes, also when the tab is closed or loaded again. */
export function useUnsaved(isChanged: boolean | (() => boolean)): void {
  const askToLeave = useAskToLeave();
  const hasChanges = () => (typeof isChanged === "function" ? isChanged() : isChanged);
  useBlocker({
    shouldBlockFn: async () => hasChanges() && !(await askToLeave()),
    enableBeforeUnload: hasChanges,
  });
}

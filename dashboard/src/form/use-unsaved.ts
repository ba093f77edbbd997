import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Asks before a page with unsaved changes is left, closed or loaded again. */
export function useUnsaved(isChanged: boolean): void {
  const { t } = useTranslation();
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(t("form.unsaved")),
    enableBeforeUnload: () => isChanged,
  });
}

import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

export interface Question {
  title: string;
  text: string;
  /** The text of the button that confirms. */
  confirm: string;
  /** Things that cannot be undone have a red button. */
  isHarmful?: boolean;
}

/** A question in a dialog. The answer is false if the dialog is closed. */
export function useAsk(): (question: Question) => Promise<boolean> {
  const { t } = useTranslation();
  return useCallback(
    ({ title, text, confirm, isHarmful = true }) =>
      new Promise((resolve) => {
        modals.openConfirmModal({
          title,
          children: <Text>{text}</Text>,
          labels: { confirm, cancel: t("action.back") },
          ...(isHarmful && { confirmProps: { color: "red.8" } }),
          closeButtonProps: { "aria-label": t("form.close") },
          // Above the dialog that asks.
          zIndex: 300,
          onConfirm: () => resolve(true),
          onCancel: () => resolve(false),
          onClose: () => resolve(false),
        });
      }),
    [t],
  );
}

/** Asks before what was typed is lost. */
export function useAskToLeave(): () => Promise<boolean> {
  const { t } = useTranslation();
  const ask = useAsk();
  return () => ask({ title: t("form.unsaved"), text: t("form.unsavedText"), confirm: t("form.leave") });
}

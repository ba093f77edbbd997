import { Modal } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { catchLostFocus } from "../page/lost-focus.ts";
import { useIsPhone } from "../page/use-is-phone.ts";
import { useAskToLeave } from "./ask.tsx";
import { DialogContext } from "./dialog-context.ts";

interface Props {
  title: string;
  opened: boolean;
  onClose(): void;
  children: ReactNode;
  size?: "md" | "lg" | "xl";
}

/** A dialog with an EditForm. It closes when the form is saved, and asks before it loses what was typed. */
export function FormDialog({ title, opened, onClose, children, size = "md" }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const askToLeave = useAskToLeave();
  const isDirty = useRef(() => false);
  const [opener] = useState(() => document.activeElement);
  // Most pages take a dialog away when it closes.
  useEffect(() => () => catchLostFocus(opener), [opener]);
  const leave = async () => {
    if (!isDirty.current() || (await askToLeave())) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={title}
      size={size}
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      <DialogContext value={{ isDirty, close: onClose }}>{children}</DialogContext>
    </Modal>
  );
}

/** Which row a dialog is open for. The row stays while the dialog closes. */
export function useDialog<Row>() {
  const [row, setRow] = useState<Row | null>(null);
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  /** Null: for a new row. */
  const open = useCallback((shown: Row | null) => {
    setRow(shown);
    setOpened(true);
  }, []);
  return { row, opened, open, close };
}

import { notifications } from "@mantine/notifications";
import type { TFunction } from "i18next";
import { messageOf } from "../api/error-message.ts";

let shown: string | null = null;

/** For who tries again: what is shown next is the answer to that. */
export function hideRefusal(): void {
  if (shown !== null) notifications.hide(shown);
  shown = null;
}

/** Why something was not done. It is read out at once, and stays until the reader closes it or tries again. */
export function showRefusal(error: unknown, t: TFunction): void {
  hideRefusal();
  shown = notifications.show({
    color: "red",
    message: messageOf(error, t),
    role: "alert",
    autoClose: false,
    closeButtonProps: { "aria-label": t("form.close") },
  });
}

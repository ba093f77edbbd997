import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../kit/api/error-message.ts";

/** What shows an order, or counts it. */
const SHOWN_IN = ["order", "orders", "order-edits", "returns", "analytics", "customer"];

/** A step of an order. What shows the order is read again, also after a refusal: another user may have been faster. */
export function useOrderWork(onDone?: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSuccess: () => onDone?.(),
    onSettled: () => Promise.all(SHOWN_IN.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
    onError: (error) =>
      notifications.show({ color: "red", message: messageOf(error, t), role: "alert", autoClose: 10_000 }),
  });
}

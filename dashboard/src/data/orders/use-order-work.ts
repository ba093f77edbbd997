import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { hideRefusal, showRefusal } from "../../kit/form/show-refusal.ts";

/** What shows an order, or counts it. */
const SHOWN_IN = ["order", "orders", "order-edits", "returns", "analytics", "customer"];

/** A step of an order. What shows the order is read again, also after a refusal: another user may have been faster. */
export function useOrderWork(onDone?: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    onMutate: hideRefusal,
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSuccess: () => onDone?.(),
    onSettled: () => Promise.all(SHOWN_IN.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
    onError: (error) => showRefusal(error, t),
  });
}

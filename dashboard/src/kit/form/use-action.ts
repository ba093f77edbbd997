import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type Question, useAsk } from "../dialogs/ask.tsx";
import { hideRefusal, showRefusal } from "./show-refusal.ts";

interface Work {
  /** The confirmation before it runs. Without it, it runs at once. */
  question?: Question;
  run(): Promise<unknown>;
  /** The notification after it has run. */
  done: string;
  onDone?(): unknown;
}

/** The work of a button: an optional confirmation, a notification when it is done, the message of a refusal. */
export function useAction(refresh: readonly string[]) {
  const { t } = useTranslation();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const work = useMutation({
    onMutate: hideRefusal,
    mutationFn: ({ run }: Work) => run(),
    async onSuccess(_, { done, onDone }) {
      await onDone?.();
      await Promise.all(refresh.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      notifications.show({ message: done });
    },
    onError: (error) => showRefusal(error, t),
  });
  const { isPending, mutate } = work;
  const start = useCallback(
    async (given: Work) => {
      if (!given.question || (await ask(given.question))) mutate(given);
    },
    [ask, mutate],
  );
  return { isPending, start };
}

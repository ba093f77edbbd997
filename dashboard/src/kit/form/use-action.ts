import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { type Question, useAsk } from "../dialogs/ask.tsx";

interface Work {
  /** What is asked before. Without it, it is done at once. */
  question?: Question;
  run(): Promise<unknown>;
  /** What is said when it is done. */
  done: string;
  onDone?(): unknown;
}

/** Something that is done by a button: it may ask before, it says when it is done, and it says why it was refused. */
export function useAction(refresh: readonly string[]) {
  const { t } = useTranslation();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const work = useMutation({
    mutationFn: ({ run }: Work) => run(),
    async onSuccess(_, { done, onDone }) {
      await onDone?.();
      await Promise.all(refresh.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      notifications.show({ message: done });
    },
    onError: (error) => notifications.show({ color: "red", message: messageOf(error, t) }),
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

import { Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { type Mentioned, MentionTextarea, mentionedIn } from "../people/mention-textarea.tsx";

/** A note about an order or a customer. Colleagues who are mentioned in it are notified. */
export function NewNote({ id, type }: { id: string; type: "order" | "customer" }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const [value, setValue] = useState("");
  const [known, setKnown] = useState<readonly Mentioned[]>([]);
  const add = useMutation({
    mutationFn: () => {
      const mentions = mentionedIn(value, known);
      const body = { resource_id: id, resource_type: type, value: value.trim() };
      return api.POST("/admin/notes", { body: { ...body, ...(mentions.length > 0 && { mentions }) } });
    },
    async onSuccess() {
      setValue("");
      setKnown([]);
      await queryClient.invalidateQueries({ queryKey: [type, id] });
    },
  });
  return (
    <Stack gap="xs" align="flex-start" className="no-print">
      <MentionTextarea
        label={t("order.note")}
        description={t("assignee.mentionHelp")}
        value={value}
        onChange={setValue}
        onMention={(colleague) => setKnown((before) => [...before, colleague])}
      />
      <Button
        variant="light"
        disabled={value.trim() === ""}
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        {t("order.addNote")}
      </Button>
    </Stack>
  );
}

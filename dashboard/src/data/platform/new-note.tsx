import { Button, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";

/** A note about an order or a customer. */
export function NewNote({ id, type }: { id: string; type: "order" | "customer" }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const [value, setValue] = useState("");
  const add = useMutation({
    mutationFn: () =>
      api.POST("/admin/notes", { body: { resource_id: id, resource_type: type, value: value.trim() } }),
    async onSuccess() {
      setValue("");
      await queryClient.invalidateQueries({ queryKey: [type, id] });
    },
  });
  return (
    <Stack gap="xs" align="flex-start" className="no-print">
      <Textarea
        label={t("order.note")}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        autosize
        w="100%"
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

import { Alert, Button, Group, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { userQuery } from "../../../data/session/session-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { Card } from "../../../kit/page/card.tsx";
import { sendTest } from "./mail-queries.ts";

/** Sends a mail to see whether it arrives. The answer of the mail server is shown as it is. */
export function MailTestCard() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("notifications:write");
  const queryClient = useQueryClient();
  const { data: user } = useQuery(userQuery(api));
  const [to, setTo] = useState("");
  const test = useMutation({
    mutationFn: () => sendTest(api, to.trim()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["mails"] }),
  });
  if (!may) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!test.isPending) test.mutate();
  };
  return (
    <Card title={t("mails.test")} text={t("mails.testText")}>
      <Group component="form" align="flex-end" onSubmit={send as never}>
        <TextInput
          label={t("mails.testTo")}
          type="email"
          placeholder={user?.email ?? ""}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          w={{ base: "100%", sm: 320 }}
        />
        <Button type="submit" loading={test.isPending}>
          {t("mails.sendTest")}
        </Button>
      </Group>
      <div role="status">
        {test.data && <TestResult mail={test.data} />}
        {test.error && <Alert color="red">{messageOf(test.error, t)}</Alert>}
      </div>
    </Card>
  );
}

function TestResult({ mail: { state, recipient, error } }: { mail: Awaited<ReturnType<typeof sendTest>> }) {
  const { t } = useTranslation();
  return state === "sent" ? (
    <Alert color="green" title={t("mails.tested", { to: recipient })}>
      {t("mails.testedText")}
    </Alert>
  ) : (
    <Alert color="red" title={t("mails.testFailed")}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {error}
      </Text>
    </Alert>
  );
}

import { Alert, Group, Stack, Text } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { Card } from "../../../kit/page/card.tsx";
import type { MailState } from "./mail-queries.ts";

const COLORS = { ok: "green", untried: "gray", failing: "red", none: "orange" } as const;

/** A mail server that has taken nothing yet may be set up wrongly. What a plugin sends by itself is not known here. */
const shownStatus = ({ status, last_sent_at, has_plugin }: MailState) =>
  status === "ok" && last_sent_at === null && !has_plugin ? ("untried" as const) : status;

/** What sends the mails, and whether it works. */
export function MailStateCard({ state }: { state: MailState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const status = shownStatus(state);
  const { sender, server, last_sent_at, last_failed_at, failed } = state;
  return (
    <Card>
      <Stack gap="sm">
        <Group gap="sm">
          <Text fw={600}>{t("mails.state")}</Text>
          <StateBadge color={COLORS[status]}>{t(`mails.states.${status}`)}</StateBadge>
        </Group>
        {status === "none" && (
          <Alert color="orange" title={t("mails.noneTitle")}>
            <Text size="sm">{t("mails.noneText")}</Text>
            <Text size="sm">{t("mails.noneHelp")}</Text>
          </Alert>
        )}
        {status === "untried" && <Text size="sm">{t("mails.untriedText")}</Text>}
        {status === "failing" && (
          <Alert color="red" title={t("mails.failingTitle")}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {state.last_error}
            </Text>
            <Text size="sm">{t("mails.failingHelp")}</Text>
          </Alert>
        )}
        <FactList
          facts={[
            [t("mails.sentBy"), sentBy(state, t)],
            [t("mails.sender"), sender],
            [t("mails.server"), server],
            [t("mails.lastSent"), last_sent_at ? format.time(last_sent_at) : t("mails.never")],
            [t("mails.lastFailed"), last_failed_at ? format.time(last_failed_at) : t("mails.never")],
            [t("mails.waiting"), failed > 0 ? format.number(failed) : null],
          ]}
        />
      </Stack>
    </Card>
  );
}

function sentBy({ providers, has_plugin }: MailState, t: TFunction): string {
  const names = [
    ...providers.map((id) => (id === "smtp" ? t("mails.bySmtp") : t("mails.byPlugin", { name: id }))),
    ...(has_plugin ? [t("mails.bySubscriber")] : []),
  ];
  return names.join(", ") || t("mails.byNothing");
}

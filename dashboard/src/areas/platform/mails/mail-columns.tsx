import { Anchor, Button, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { kindText } from "./mail-kinds.ts";
import type { Mail } from "./mail-queries.ts";

const helper = createColumnHelper<Features, Mail>();

interface Options {
  t: TFunction;
  format: Format;
  canSend: boolean;
  isBusy: boolean;
  onSend(mail: Mail): void;
}

export const mailColumns = ({ t, format, ...buttons }: Options) =>
  helper.columns([
    helper.accessor("created_at", {
      header: t("mails.time"),
      cell: ({ getValue }) => <span className="nowrap">{format.time(getValue())}</span>,
    }),
    helper.accessor("recipient", {
      header: t("mails.recipient"),
      cell: ({ row: { original } }) => <Recipient mail={original} t={t} />,
    }),
    helper.accessor("state", {
      header: t("mails.state"),
      cell: ({ row: { original } }) => <State mail={original} t={t} />,
    }),
    ...(buttons.canSend ? [againColumn({ t, ...buttons })] : []),
  ]);

/** To whom, about what. */
function Recipient({ mail, t }: { mail: Mail; t: TFunction }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
        {mail.recipient ?? t("mails.unknownRecipient")}
      </Text>
      <Text size="sm">
        {t(kindText(mail.kind))}
        {mail.order && (
          <>
            {" "}
            <Anchor
              inherit
              renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: mail.order!.id }} />}
            >
              #{mail.order.display_id}
            </Anchor>
          </>
        )}
      </Text>
    </Stack>
  );
}

function State({ mail: { state, error, resent, attempts }, t }: { mail: Mail; t: TFunction }) {
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge color={state === "sent" ? "green" : "red"}>{t(`mails.mailStates.${state}`)}</StateBadge>
      {resent > 0 && <Text size="xs">{t("mails.resent", { count: resent })}</Text>}
      {state === "failed" && (
        <Text size="xs" maw={320} style={{ overflowWrap: "anywhere" }}>
          {error} {t("mails.attempts", { count: attempts })}
        </Text>
      )}
    </Stack>
  );
}

const againColumn = ({ t, isBusy, onSend }: Pick<Options, "t" | "isBusy" | "onSend">) =>
  helper.display({
    id: "again",
    header: () => <span className="visually-hidden">{t("mails.actions")}</span>,
    cell: ({ row: { original } }) =>
      original.kind !== "test" && (
        <Button size="compact-sm" variant="light" disabled={isBusy} onClick={() => onSend(original)}>
          {t("mails.again")}
          <VisuallyHidden>
            {" "}
            {original.recipient} {t(kindText(original.kind))}
          </VisuallyHidden>
        </Button>
      ),
  });

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { useAction } from "../../kit/form/use-action.ts";
import { useFormat } from "../../kit/format/format.ts";
import { useMay } from "../session/permissions.ts";
import { createPaymentLink, paymentLinkQuery, revokePaymentLink } from "./payment-link-queries.ts";

interface Props {
  cartId: string;
  email: string | null;
  /** What shows whether the cart was paid. */
  refresh?: readonly string[];
}

/** The link with which the customer pays: to copy, to send and to revoke. */
export function PaymentLink({ cartId, email, refresh = [] }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const action = useAction(["payment-link", ...refresh]);
  const { data } = useQuery({ ...paymentLinkQuery(api, cartId), enabled: may("orders:write") });
  if (!data) return null;
  const { payment_link: link, can_be_sent: canBeSent } = data;
  const make = () => action.start({ run: () => createPaymentLink(api, cartId), done: t("payLink.created") });
  const send = () =>
    action.start({
      question: {
        title: t("payLink.sendTitle"),
        text: t("payLink.sendText", { email }),
        confirm: t("payLink.send"),
        isHarmful: false,
      },
      run: () => createPaymentLink(api, cartId, { send: true }),
      done: t("payLink.sent", { email }),
    });
  return (
    <Stack gap="xs" className="no-print">
      {link && <Address url={link.url} expires={link.expires_at} />}
      <Group gap="xs">
        {!link && (
          <Button size="compact-md" variant="light" loading={action.isPending} onClick={make}>
            {t("payLink.create")}
          </Button>
        )}
        {canBeSent && email && (
          <Button size="compact-md" variant="light" loading={action.isPending} onClick={send}>
            {t("payLink.send")}
          </Button>
        )}
        {link && (
          <Button
            size="compact-md"
            variant="default"
            onClick={() =>
              action.start({
                question: {
                  title: t("payLink.revokeTitle"),
                  text: t("payLink.revokeText"),
                  confirm: t("payLink.revoke"),
                },
                run: () => revokePaymentLink(api, cartId),
                done: t("payLink.revoked"),
              })
            }
          >
            {t("payLink.revoke")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Address({ url, expires }: { url: string; expires: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { copied, copy } = useClipboard();
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t("payLink.label")}
          value={url}
          readOnly
          flex={1}
          miw={0}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="default" onClick={() => copy(url)}>
          {t(copied ? "form.copied" : "form.copy")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t("payLink.validUntil", { time: format.time(expires) })}
      </Text>
    </Stack>
  );
}

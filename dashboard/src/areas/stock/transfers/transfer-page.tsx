import { Button, Group, Paper, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { itemName, personName } from "../names.ts";
import { ReceiveForm } from "./receive-form.tsx";
import { TransferBadge } from "./transfer-badge.tsx";
import { kindOf, type Transfer, transferQuery } from "./transfer-queries.ts";

export const transferRoute = createLazyRoute("/shell/stock/transfers/$id")({ component: TransferPage });

function TransferPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/shell/stock/transfers/$id" });
  return (
    <DetailPage
      of={useQuery(transferQuery(useApi(), id))}
      back={<BackLink to="/stock/transfers">{t("transfers.back")}</BackLink>}
      width={860}
    >
      {(transfer) => ({
        title: t("transfers.name", { number: transfer.number }),
        badges: <TransferBadge transfer={transfer} />,
        text: t("transfers.way", {
          from:
            kindOf(transfer) === "incoming"
              ? (transfer.supplier ?? t("transfers.supplier"))
              : (transfer.from_location?.name ?? "–"),
          to: transfer.to_location?.name ?? "–",
        }),
        actions: <Buttons transfer={transfer} />,
        body: (
          <Stack>
            <Lines transfer={transfer} />
            <Facts transfer={transfer} />
          </Stack>
        ),
      })}
    </DetailPage>
  );
}

/** What can be done in this state. */
function Buttons({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const dialog = useDialog<Transfer>();
  const action = useAction(["stock"]);
  const { id, version, status, received_quantity } = transfer;
  const kind = kindOf(transfer);
  if (!may("stock:write") || (status !== "draft" && status !== "sent")) return null;
  const params = { path: { id } };
  const body = { version };
  const cancel = () =>
    action.start({
      question: {
        title: t(received_quantity > 0 ? "transfers.endTitle" : "transfers.cancelTitle"),
        text: t(status === "draft" ? "transfers.cancelDraft" : `transfers.cancelText.${kind}`),
        confirm: t(received_quantity > 0 ? "transfers.end" : "transfers.cancel"),
      },
      run: () => api.POST("/admin/stock-transfers/{id}/cancel", { params, body }),
      done: t("transfers.canceled"),
    });
  return (
    <Group gap="xs">
      {status === "draft" ? (
        <Button
          loading={action.isPending}
          onClick={() =>
            action.start({
              run: () => api.POST("/admin/stock-transfers/{id}/send", { params, body }),
              done: t(`transfers.sentNow.${kind}`),
            })
          }
        >
          {t(`transfers.send.${kind}`)}
        </Button>
      ) : (
        <Button onClick={() => dialog.open(transfer)}>{t("transfers.receive")}</Button>
      )}
      {status === "draft" && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/stock/transfers/new" search={{ draft: id }} />}
        >
          {t("transfers.edit")}
        </Button>
      )}
      <Button variant="default" loading={action.isPending} onClick={cancel}>
        {t(received_quantity > 0 ? "transfers.end" : "transfers.cancel")}
      </Button>
      <FormDialog title={t("transfers.receive")} opened={dialog.opened} onClose={dialog.close} size="lg">
        <ReceiveForm transfer={transfer} />
      </FormDialog>
    </Group>
  );
}

function Lines({ transfer: { lines, status } }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOnItsWay = status === "sent" || status === "received";
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={300} type="native">
        <Table aria-label={t("transfers.goods")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("stock.item")}</Table.Th>
              <Table.Th ta="right">{t("stock.quantity")}</Table.Th>
              {isOnItsWay && <Table.Th ta="right">{t("transfers.arrived")}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  {itemName(line.inventory_item)}
                  <Text size="sm" c="dimmed">
                    {line.inventory_item?.sku}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{format.number(line.quantity)}</Table.Td>
                {isOnItsWay && <Table.Td ta="right">{format.number(line.received_quantity)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function Facts({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { reference, note, expected_at, created_at, sent_at, received_at, canceled_at, user } = transfer;
  const time = (value: string | null) => value && format.time(value);
  return (
    <Paper withBorder p="md">
      <FactList
        facts={[
          [t("transfers.reference"), reference],
          [t("transfers.expected"), expected_at && format.date(expected_at)],
          [t("transfers.note"), note],
          [t("transfers.created"), `${format.time(created_at)} · ${personName(user)}`],
          [t("transfers.states.sent"), time(sent_at)],
          [t("transfers.states.received"), time(received_at)],
          [t("transfers.states.canceled"), time(canceled_at)],
        ]}
      />
    </Paper>
  );
}

import { Button, Grid, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CustomFieldsCard } from "../../../data/platform/custom-fields/custom-fields-card.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { DraftCustomer } from "./draft-customer.tsx";
import { DraftLines } from "./draft-lines.tsx";
import { DraftPayment } from "./draft-payment.tsx";
import { changeDraft, type Draft, deleteDraft, draftQuery, payDraft, SHOWN_IN } from "./draft-queries.ts";
import { DraftShipping } from "./draft-shipping.tsx";

export const draftRoute = createLazyRoute("/shell/draft-orders/$id")({ component: DraftPage });

function DraftPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useParams({ from: "/shell/draft-orders/$id" });
  return (
    <DetailPage
      of={useQuery(draftQuery(useApi(), id))}
      back={<BackLink to="/draft-orders">{t("drafts.back")}</BackLink>}
    >
      {(draft) => ({
        title: t("drafts.title", { number: draft.display_id }),
        badges: (
          <StateBadge color={draft.status === "open" ? "orange" : "green"}>
            {t(`drafts.status.${draft.status}`)}
          </StateBadge>
        ),
        text: format.time(draft.created_at),
        actions: <DraftButtons draft={draft} />,
        body: (
          <Grid>
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Stack>
                <DraftLines draft={draft} />
                {draft.status === "open" && <DraftShipping draft={draft} />}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack>
                {draft.status === "open" && <DraftPayment draft={draft} />}
                <DraftCustomer draft={draft} />
                <DraftFields draft={draft} />
              </Stack>
            </Grid.Col>
          </Grid>
        ),
      })}
    </DetailPage>
  );
}

/** The fields that the shop has added to carts: a draft has a cart. */
function DraftFields({ draft }: { draft: Draft }) {
  const api = useApi();
  const may = useMay();
  if (!draft.cart) return null;
  return (
    <CustomFieldsCard
      entity="cart"
      row={draft.cart}
      mayEdit={draft.status === "open" && may("orders:write")}
      refresh={["drafts"]}
      save={(body) => changeDraft(api, draft.id, body)}
    />
  );
}

function DraftButtons({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const format = useFormat();
  const navigate = useNavigate();
  const action = useAction(SHOWN_IN);
  const total = format.money(draft.cart?.total, draft.cart?.region?.currency_code ?? "eur");
  if (draft.status === "completed")
    return draft.order_id ? (
      <Button renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: draft.order_id! }} />}>
        {t("drafts.openOrder")}
      </Button>
    ) : null;
  const pay = () => {
    let orderId = "";
    return action.start({
      question: {
        title: t("drafts.payTitle", { amount: total }),
        text: t("drafts.payText"),
        confirm: t("drafts.pay"),
        isHarmful: false,
      },
      run: async () => {
        orderId = await payDraft(api, draft.id);
      },
      done: t("drafts.paid"),
      onDone: () => navigate({ to: "/orders/$id", params: { id: orderId } }),
    });
  };
  const remove = () =>
    action.start({
      question: {
        title: t("drafts.deleteTitle", { number: draft.display_id }),
        text: t("drafts.deleteText"),
        confirm: t("customers.delete"),
      },
      run: () => deleteDraft(api, draft.id),
      done: t("drafts.deleted"),
      onDone: () => navigate({ to: "/draft-orders" }),
    });
  return (
    <Group gap="xs">
      {may("payments:write") && (
        <Button loading={action.isPending} onClick={pay}>
          {t("drafts.pay")}
        </Button>
      )}
      {may("orders:write") && (
        <Button variant="default" onClick={remove}>
          {t("customers.delete")}
        </Button>
      )}
    </Group>
  );
}

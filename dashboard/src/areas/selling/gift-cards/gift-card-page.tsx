import { Button, CopyButton, Grid, Group, Paper } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { GiftCardForm } from "./gift-card-form.tsx";
import { type GiftCard, giftCardQuery, shownAmount } from "./gift-card-queries.ts";
import { GiftCardState } from "./gift-card-state.tsx";
import { GiftCardUses } from "./gift-card-uses.tsx";

export const giftCardRoute = createLazyRoute("/shell/gift-cards/$id")({ component: GiftCardPage });

function GiftCardPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const { id } = useParams({ from: "/shell/gift-cards/$id" });
  const left = (card: GiftCard) => ({
    balance: shownAmount(card, card.balance, format),
    value: shownAmount(card, card.value, format),
  });
  return (
    <DetailPage
      of={useQuery(giftCardQuery(useApi(), id))}
      back={<BackLink to="/gift-cards">{t("giftCards.back")}</BackLink>}
    >
      {(card) => ({
        title: card.code,
        badges: <GiftCardState card={card} />,
        text: t("giftCards.left", left(card)),
        actions: <Buttons card={card} mayWrite={may("gift-cards:write")} />,
        body: (
          <Grid>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Paper withBorder p="md">
                <GiftCardForm card={card} />
              </Paper>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <GiftCardUses card={card} />
            </Grid.Col>
          </Grid>
        ),
      })}
    </DetailPage>
  );
}

function Buttons({ card, mayWrite }: { card: GiftCard; mayWrite: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const action = useAction(["gift-cards", "gift-card"]);
  const params = { path: { id: card.id } };
  const toggle = () =>
    action.start({
      run: () => api.POST("/admin/gift-cards/{id}", { params, body: { is_disabled: !card.is_disabled } }),
      done: t(card.is_disabled ? "giftCards.enabled" : "giftCards.disabled"),
    });
  const remove = () =>
    action.start({
      question: {
        title: t("giftCards.deleteTitle", { code: card.code }),
        text: t("giftCards.deleteText"),
        confirm: t("giftCards.delete"),
      },
      run: () => api.DELETE("/admin/gift-cards/{id}", { params }),
      done: t("giftCards.deleted"),
      onDone: () => navigate({ to: "/gift-cards" }),
    });
  return (
    <Group gap="xs">
      <CopyButton value={card.code}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {t(copied ? "form.copied" : "form.copy")}
          </Button>
        )}
      </CopyButton>
      {mayWrite && (
        <>
          <Button variant="default" loading={action.isPending} onClick={toggle}>
            {t(card.is_disabled ? "giftCards.enable" : "giftCards.disable")}
          </Button>
          <Button variant="default" loading={action.isPending} onClick={remove}>
            {t("giftCards.delete")}
          </Button>
        </>
      )}
    </Group>
  );
}

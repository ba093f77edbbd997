import { Button, CopyButton, Grid, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { GiftCardForm } from "./gift-card-form.tsx";
import { type GiftCard, giftCardQuery, shownAmount } from "./gift-card-queries.ts";
import { GiftCardState } from "./gift-card-state.tsx";
import { GiftCardUses } from "./gift-card-uses.tsx";

export const giftCardRoute = createLazyRoute("/shell/gift-cards/$id")({ component: GiftCardPage });

function GiftCardPage() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const format = useFormat();
  const { id } = useParams({ from: "/shell/gift-cards/$id" });
  const { data: card, error, refetch } = useQuery(giftCardQuery(api, id));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!card) return <PageLoading />;
  const money = (amount: number) => shownAmount(card, amount, format);
  return (
    <Stack>
      <BackLink to="/gift-cards">{t("giftCards.back")}</BackLink>
      <Group justify="space-between">
        <div>
          <Group gap="sm">
            <PageTitle>{card.code}</PageTitle>
            <GiftCardState card={card} />
          </Group>
          <Text c="dimmed">
            {t("giftCards.left", { balance: money(card.balance), value: money(card.value) })}
          </Text>
        </div>
        <Buttons card={card} mayWrite={may("gift-cards:write")} />
      </Group>
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
    </Stack>
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

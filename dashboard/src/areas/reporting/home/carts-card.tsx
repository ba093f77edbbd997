import { Paper, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { cartsQuery } from "./home-queries.ts";
import type { Period } from "./home-search.ts";

const STEPS = ["with_goods", "with_address", "with_payment", "completed"] as const;

/** What became of the carts: how many took each step of the checkout. */
export function CartsCard({ period }: { period: Period }) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { data } = useQuery(cartsQuery(api, period));
  if (!data) return <Skeleton h={260} />;
  const carts = data.carts.current;
  const all = Math.max(carts.with_goods, 1);
  return (
    <Paper withBorder p="md" h="100%">
      <Title order={2} size="h4" mb="sm">
        {t("home.carts")}
      </Title>
      <Stack gap="sm">
        {STEPS.map((step) => (
          <div key={step}>
            <Text size="sm">
              {t(`home.cartSteps.${step}`)}: {format.number(carts[step])} ({format.percent(carts[step] / all)}
              )
            </Text>
            <Progress value={(carts[step] / all) * 100} aria-label={t(`home.cartSteps.${step}`)} />
          </div>
        ))}
        <Text size="sm" c="dimmed">
          {t("home.openCarts", { open: carts.open, abandoned: carts.abandoned })}
        </Text>
      </Stack>
    </Paper>
  );
}

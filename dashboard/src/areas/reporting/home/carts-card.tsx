import { Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import type { HomeFigures } from "./home-queries.ts";

const STEPS = ["with_goods", "with_address", "with_payment", "completed"] as const;

/** What became of the carts: how many took each step of the checkout. */
export function CartsCard({ carts }: { carts: HomeFigures["carts"]["carts"]["current"] }) {
  const { t } = useTranslation();
  const format = useFormat();
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

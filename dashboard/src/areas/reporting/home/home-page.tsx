import { Grid, Group, Stack } from "@mantine/core";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { PluginSlot } from "../../../kit/plugins/plugin-slot.tsx";
import { Figures } from "./figures.tsx";
import { FirstRunCard } from "./first-run-card.tsx";
import { periodOf } from "./home-search.ts";
import { LatestOrders } from "./latest-orders.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { ToDoCard } from "./to-do-card.tsx";

export const homeRoute = createLazyRoute("/shell/")({ component: HomePage });

/** What is to be done, the newest orders, and how the shop does. */
function HomePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch({ from: "/shell/" });
  const period = periodOf(search);
  const mayCount = may("analytics:read");
  const maySeeOrders = may("orders:read");
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.home")}</PageTitle>
        {mayCount && (
          <Group>
            <PeriodChoice
              period={period}
              onChange={(chosen) =>
                navigate({
                  to: "/",
                  search: { ...chosen, ...(search.currency && { currency: search.currency }) },
                })
              }
            />
          </Group>
        )}
      </Group>
      {may("settings:read") && <FirstRunCard />}
      <Grid>
        <Grid.Col span={{ base: 12, md: maySeeOrders ? 5 : 12 }}>
          <ToDoCard />
        </Grid.Col>
        {maySeeOrders && (
          <Grid.Col span={{ base: 12, md: 7 }}>
            <LatestOrders />
          </Grid.Col>
        )}
      </Grid>
      {mayCount && (
        <Figures
          period={period}
          chosen={search.currency}
          onChoose={(currency) => navigate({ to: "/", search: { ...search, currency } })}
        />
      )}
      <PluginSlot name="Cards" on="home" />
    </Stack>
  );
}

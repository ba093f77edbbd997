import { Group, Stack } from "@mantine/core";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../session/permissions.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { Figures } from "./figures.tsx";
import { periodOf } from "./home-search.ts";
import { LatestOrders } from "./latest-orders.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { ToDoCard } from "./to-do-card.tsx";

export const homeRoute = createLazyRoute("/shell/")({ component: HomePage });

/** What is to be done, and how the shop does. Who may not see figures finds the newest orders. */
function HomePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch({ from: "/shell/" });
  const period = periodOf(search);
  const mayCount = may("analytics:read");
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
      <ToDoCard />
      {mayCount && (
        <Figures
          period={period}
          chosen={search.currency}
          onChoose={(currency) => navigate({ to: "/", search: { ...search, currency } })}
        />
      )}
      {!mayCount && may("orders:read") && <LatestOrders />}
    </Stack>
  );
}

import { Anchor, Group } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../session/permissions.ts";

const TABS = [
  { to: "/stock", name: "title", needs: null },
  { to: "/stock/low", name: "low", needs: null },
  { to: "/stock/reservations", name: "reservations", needs: "stock:read" },
  { to: "/stock/history", name: "history", needs: "audit:read" },
] as const;

export function StockTabs() {
  const { t } = useTranslation();
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Group component="nav" gap="lg" aria-label={t("stock.pages")}>
      {TABS.filter(({ needs }) => needs === null || may(needs)).map(({ to, name }) => {
        const isHere = path.replace(/\/$/, "") === to;
        return (
          <Anchor
            key={to}
            fw={isHere ? 700 : 400}
            underline={isHere ? "always" : "hover"}
            aria-current={isHere ? "page" : undefined}
            renderRoot={(props) => <Link {...props} to={to} />}
          >
            {t(`stock.${name}`)}
          </Anchor>
        );
      })}
    </Group>
  );
}

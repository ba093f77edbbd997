import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { SectionTabs } from "../../kit/page/section-tabs.tsx";

const TABS = [
  { to: "/stock", name: "title", needs: null },
  { to: "/stock/low", name: "low", needs: "stock:read" },
  { to: "/stock/reservations", name: "reservations", needs: "stock:read" },
  { to: "/stock/transfers", name: "transfers", needs: "stock:read" },
  { to: "/stock/counts", name: "counts", needs: "stock:read" },
  { to: "/stock/history", name: "history", needs: "stock:read" },
] as const;

export function StockTabs() {
  const { t } = useTranslation();
  const may = useMay();
  const tabs = TABS.filter(({ needs }) => needs === null || may(needs));
  return (
    <SectionTabs
      label={t("stock.pages")}
      tabs={tabs.map(({ to, name }) => ({ to, name: t(`stock.${name}`) }))}
    />
  );
}

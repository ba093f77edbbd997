import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { SectionTabs } from "../../kit/page/section-tabs.tsx";

const TABS = [
  { to: "/products", name: "products" },
  { to: "/products/collections", name: "collections" },
  { to: "/products/categories", name: "categories" },
  { to: "/products/labels", name: "labels" },
  { to: "/products/media", name: "media" },
] as const;

/** The pages about products and what they are sorted into. */
export function CatalogueTabs() {
  const { t } = useTranslation();
  const may = useMay();
  const tabs = TABS.filter(({ name }) => name !== "media" || may("uploads:read")).map(({ to, name }) => ({
    to,
    name: t(`catalogue.${name}`),
  }));
  return <SectionTabs label={t("catalogue.pages")} tabs={tabs} />;
}

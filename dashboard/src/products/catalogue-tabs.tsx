import { Anchor, Group } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

const TABS = [
  { to: "/products", name: "products" },
  { to: "/products/collections", name: "collections" },
  { to: "/products/categories", name: "categories" },
  { to: "/products/labels", name: "labels" },
] as const;

/** The pages about products and what they are sorted into. */
export function CatalogueTabs() {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Group component="nav" gap="lg" aria-label={t("catalogue.pages")}>
      {TABS.map(({ to, name }) => {
        const isHere = path.replace(/\/$/, "") === to;
        return (
          <Anchor
            key={to}
            fw={isHere ? 700 : 400}
            underline={isHere ? "always" : "hover"}
            aria-current={isHere ? "page" : undefined}
            renderRoot={(props) => <Link {...props} to={to} />}
          >
            {t(`catalogue.${name}`)}
          </Anchor>
        );
      })}
    </Group>
  );
}

import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { foundOrdersQuery } from "../orders/order-queries.ts";
import { useVisiblePages } from "./pages.ts";

/** Ctrl-K: pages and orders by whatever one remembers of them. */
export function FindAnything() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const pages = useVisiblePages();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), 150);
  const orders = useQuery({
    ...foundOrdersQuery(api, text),
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
  });
  const actions: SpotlightActionGroupData[] = [
    {
      group: t("nav.pages"),
      actions: pages.map(({ to, name }) => ({ id: to, label: t(name), onClick: () => navigate({ to }) })),
    },
    {
      group: t("nav.orders"),
      actions: (text === "" ? [] : (orders.data ?? [])).map((order) => ({
        id: order.id,
        label: `#${order.display_id}`,
        description: order.email,
        keywords: [typed],
        onClick: () => navigate({ to: "/orders/$id", params: { id: order.id } }),
      })),
    },
  ];
  return (
    <Spotlight
      actions={actions}
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      nothingFound={t("find.nothing")}
      searchProps={{ leftSection: <IconSearch size={18} />, placeholder: t("find.placeholder") }}
    />
  );
}

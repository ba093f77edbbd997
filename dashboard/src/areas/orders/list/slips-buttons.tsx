import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { showRefusal } from "../../../kit/form/show-refusal.ts";
import { MOST_SLIPS } from "../print/slip-search.ts";
import type { OrderSearch } from "./order-search.ts";
import { readAllOrders } from "./orders-query.ts";

/** All packing slips of the selection, in one print. */
export function SlipsButton({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/orders/slips" search={{ ids: ids.join(",") }} />}
    >
      {t("print.packingSlip")}
    </Button>
  );
}

interface Props {
  search: OrderSearch;
  count: number;
}

/** Those of all orders that the filters find: in one print, or in as many as they need. */
export function AllSlipsButton({ search, count }: Props) {
  const { t } = useTranslation();
  const read = useSlips(search);
  const button = { size: "compact-md", variant: "default", loading: read.isPending } as const;
  if (count <= MOST_SLIPS) {
    return (
      <Button {...button} onClick={() => read.mutate(0)}>
        {t("print.packingSlip")}
      </Button>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...button} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t("print.packingSlip")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        <Menu.Label>{t("print.parts", { count: MOST_SLIPS })}</Menu.Label>
        {Array.from({ length: Math.ceil(count / MOST_SLIPS) }, (_, part) => {
          const from = part * MOST_SLIPS;
          return (
            <Menu.Item key={from} onClick={() => read.mutate(from)}>
              {t("print.part", { from: from + 1, to: Math.min(count, from + MOST_SLIPS) })}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The oldest orders first: one that is placed meanwhile moves no other into the next part. */
function useSlips(search: OrderSearch) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => readAllOrders(api, search),
    onSuccess: (orders, from: number) => {
      const part = [...orders].reverse().slice(from, from + MOST_SLIPS);
      return navigate({ to: "/orders/slips", search: { ids: part.map(({ id }) => id).join(",") } });
    },
    onError: (error) => showRefusal(error, t),
  });
}

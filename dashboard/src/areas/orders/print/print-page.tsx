import { Button, Group, Stack } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { orderQuery } from "../../../data/orders/order-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { tabTitle } from "../../../kit/page/page-title.tsx";
import "./print.css";

export type Order = Schemas["AdminOrder"];

interface Props {
  id: string;
  name: string;
  /** What the sheet of paper shows. */
  children(order: Order): ReactNode;
}

/** A sheet of paper about an order, with a button that prints it and nothing else. */
export function PrintPage({ id, name, children }: Props) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const { data: order, error, refetch } = useQuery(orderQuery(useApi(), id));
  const title = t("order.title", { number: order ? numberOf(order) : "" });
  useDocumentTitle(tabTitle(`${name}, ${title}`));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!order) return <PageLoading />;
  return (
    <Stack>
      <PrintBar
        back={
          <BackLink to="/orders/$id" params={{ id }}>
            {title}
          </BackLink>
        }
      />
      {children(order as Order)}
    </Stack>
  );
}

/** The way back, and the button that prints. They are not printed. */
export function PrintBar({ back }: { back: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group className="no-print" justify="space-between">
      {back}
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {t("print.now")}
      </Button>
    </Group>
  );
}

import { Card, Loaded, type ShopRow, Stack, Text, useFormat, useRead, useTexts } from "tradewind/dashboard";
import { Entries, type Entry } from "./entries.tsx";

export default function OrderCard({ row }: { row: ShopRow }) {
  const t = useTexts();
  const { number } = useFormat();
  const read = useRead<{ earned: number; entries: Entry[] }>(`/admin/loyalty/orders/${row.id}`);
  return (
    <Card title={t("Loyalty points")}>
      <Loaded of={read}>
        {({ earned, entries }) =>
          entries.length === 0 ? (
            <Text isDimmed>{t("This order has earned no points")}</Text>
          ) : (
            <Stack>
              <Text isBold>{`${t("Points of this order")}: ${number(earned)}`}</Text>
              <Entries entries={entries} />
            </Stack>
          )
        }
      </Loaded>
    </Card>
  );
}

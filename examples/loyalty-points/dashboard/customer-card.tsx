import { useState } from "react";
import {
  Button,
  Card,
  Loaded,
  Moment,
  Money,
  NumberInput,
  type ShopRow,
  Stack,
  Table,
  Text,
  TextInput,
  useAction,
  useApi,
  useFormat,
  useMay,
  useRead,
  useTexts,
} from "tradewind/dashboard";
import { Entries, type Entry } from "./entries.tsx";

interface Reward {
  code: string;
  value: number;
  currency_code: string;
  expires_at: string;
}

interface Points {
  points: number;
  entries: Entry[];
  rewards: Reward[];
}

export default function CustomerCard({ row }: { row: ShopRow }) {
  const t = useTexts();
  const may = useMay();
  const { number } = useFormat();
  const read = useRead<Points>(`/admin/loyalty/customers/${row.id}`);
  return (
    <Card title={t("Loyalty points")}>
      <Loaded of={read}>
        {({ points, entries, rewards }) => (
          <Stack>
            <Text isBold>{`${number(points)} ${t("Points")}`}</Text>
            {rewards.length > 0 && <Rewards rewards={rewards} />}
            <Entries entries={entries} />
            {may("customers:write") && row["has_account"] !== false && <Change customer={row.id} />}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Rewards({ rewards }: { rewards: Reward[] }) {
  const t = useTexts();
  return (
    <Table
      caption={t("Codes that are not used yet")}
      empty=""
      rows={rewards.map((reward) => ({ ...reward, id: reward.code }))}
      columns={[
        { id: "code", header: t("Code"), cell: ({ code }) => code },
        {
          id: "worth",
          header: t("Worth"),
          cell: ({ value, currency_code }) => <Money amount={value} currency={currency_code} />,
        },
        {
          id: "expires",
          header: t("Expires on"),
          isWide: true,
          cell: ({ expires_at }) => <Moment at={expires_at} isDay />,
        },
      ]}
    />
  );
}

function Change({ customer }: { customer: string }) {
  const t = useTexts();
  const api = useApi();
  const { isPending, start } = useAction();
  const [points, setPoints] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const save = () =>
    start({
      run: () => api.post(`/admin/loyalty/customers/${customer}/entries`, { points, note }),
      done: t("The points are changed"),
      onDone: () => {
        setPoints(null);
        setNote("");
      },
    });
  return (
    <Stack gap="xs">
      <NumberInput
        label={t("Points, below zero to take some")}
        value={points}
        onChange={setPoints}
        min={-1_000_000}
        max={1_000_000}
      />
      <TextInput label={t("Why? The customer sees it")} value={note} onChange={setNote} />
      <Button isLoading={isPending} isDisabled={!points || note.trim() === ""} onClick={() => void save()}>
        {t("Give or take points")}
      </Button>
    </Stack>
  );
}

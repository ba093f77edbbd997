import { useState } from "react";
import {
  Button,
  Group,
  Link,
  Loaded,
  Page,
  Stack,
  Table,
  Text,
  useFormat,
  useRead,
  useTexts,
} from "tradewind/dashboard";

interface Members {
  members: { id: string; email: string; points: number }[];
  count: number;
  points: number;
}

const LIMIT = 20;

export default function MembersPage() {
  const t = useTexts();
  const { number } = useFormat();
  const [offset, setOffset] = useState(0);
  const read = useRead<Members>("/admin/loyalty/members", { limit: LIMIT, offset });
  return (
    <Page title={t("Loyalty")}>
      <Loaded of={read}>
        {({ members, count, points }) => (
          <Stack>
            <Text isDimmed>{t("members.text", { count, points: number(points) })}</Text>
            <Table
              caption={t("Loyalty")}
              empty={t("No customer has points yet")}
              rows={members}
              columns={[
                {
                  id: "customer",
                  header: t("Customer"),
                  cell: ({ id, email }) => <Link to={`/customers/${id}`}>{email}</Link>,
                },
                { id: "points", header: t("Points"), cell: (member) => number(member.points) },
              ]}
            />
            {count > LIMIT && (
              <Group>
                <Button kind="plain" isDisabled={offset === 0} onClick={() => setOffset(offset - LIMIT)}>
                  {t("Previous")}
                </Button>
                <Button
                  kind="plain"
                  isDisabled={offset + LIMIT >= count}
                  onClick={() => setOffset(offset + LIMIT)}
                >
                  {t("Next")}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

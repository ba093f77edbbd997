import { Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { differencesOf, shortOf } from "./difference.ts";

/** What was there and what is there now, field by field. The columns have the meaning; the colours only help. */
export function DifferenceTable({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation();
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <Text c="dimmed">{t("system.noDifference")}</Text>;
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label={t("system.difference")} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("system.field")}</Table.Th>
            <Table.Th>{t("system.before")}</Table.Th>
            <Table.Th>{t("system.after")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((difference) => (
            <Table.Tr key={difference.field}>
              <Table.Th scope="row">{difference.field}</Table.Th>
              <Side value={difference.before} color="red" tag="del" />
              <Side value={difference.after} color="green" tag="ins" />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Side({ value, color, tag }: { value: unknown; color: string; tag: "del" | "ins" }) {
  const text = shortOf(value);
  return (
    <Table.Td
      bg={text ? `var(--mantine-color-${color}-light)` : undefined}
      style={{ overflowWrap: "anywhere" }}
    >
      {text ? (
        <Text component={tag} size="sm" td="none">
          {text}
        </Text>
      ) : (
        "–"
      )}
    </Table.Td>
  );
}

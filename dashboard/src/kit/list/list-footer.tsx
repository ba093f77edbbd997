import { Group, Pagination, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  /** How many there are, in words: "12 orders". */
  children: string;
  /** Absent until the list is loaded. */
  count: number | undefined;
  pageSize: number;
  page: number | undefined;
  onPage(page: number): void;
}

/** How many rows a list has, and its pages. */
export function ListFooter({ children, count, pageSize, page = 1, onPage }: Props) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil((count ?? 0) / pageSize));
  return (
    <Group justify="space-between">
      <Text c="dimmed" size="sm" aria-live="polite">
        {count !== undefined && children}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          gap={4}
          getControlProps={(control) => ({ "aria-label": t(`table.${control}`) })}
          getItemProps={(number) => ({ "aria-label": t("table.page", { number }) })}
        />
      )}
    </Group>
  );
}

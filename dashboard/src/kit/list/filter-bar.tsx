import { Box, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  /** The field that searches. It is always shown. */
  search?: ReactNode;
  /** Those that are set. */
  filters: object;
  children: ReactNode;
}

/** What narrows a list. On a phone the filters are behind a button, or the list would begin below the screen. */
export function FilterBar({ search, filters, children }: Props) {
  const { t } = useTranslation();
  const count = Object.keys(filters).filter((name) => name !== "q").length;
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Group align="flex-end" gap="sm">
      {search}
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={toggle}
        aria-expanded={isOpen}
      >
        {t("table.filters", { count })}
      </Button>
      <Box className="contents" {...(!isOpen && { visibleFrom: "sm" })}>
        {children}
      </Box>
    </Group>
  );
}

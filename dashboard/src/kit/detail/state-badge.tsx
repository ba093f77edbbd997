import { Badge } from "@mantine/core";

/** The state of a row. The colour helps; the word says it. */
export function StateBadge({ color, children }: { color: string; children: string }) {
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" fw={500} miw="max-content">
      {children}
    </Badge>
  );
}

import { Badge } from "@mantine/core";

/** The state of a row. The text has the meaning; the colour only helps. */
export function StateBadge({ color, children }: { color: string; children: string }) {
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" fw={500} miw="max-content">
      {children}
    </Badge>
  );
}

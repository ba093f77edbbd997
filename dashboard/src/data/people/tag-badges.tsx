import { Badge, Group } from "@mantine/core";
import type { TagName } from "./tag-queries.ts";

/** Tags as a list shows them. */
export function TagBadges({ tags }: { tags: readonly TagName[] | undefined }) {
  return (
    <Group gap={4}>
      {(tags ?? []).map(({ id, name }) => (
        <Badge key={id} variant="default" tt="none" fw={500}>
          {name}
        </Badge>
      ))}
    </Group>
  );
}

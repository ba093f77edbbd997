import { Button, Group } from "@mantine/core";
import { Link, useRouterState } from "@tanstack/react-router";

interface Tab {
  to: string;
  name: string;
}

/** The pages of one area, above their titles. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const here = tabs
    .filter(({ to }) => path.startsWith(to))
    .sort((one, other) => other.to.length - one.to.length)[0];
  return (
    <Group component="nav" aria-label={label} gap={4}>
      {tabs.map(({ to, name }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          size="compact-md"
          variant={to === here?.to ? "light" : "subtle"}
          aria-current={to === here?.to ? "page" : undefined}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}

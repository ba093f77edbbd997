import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title?: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Card({ title, text, actions, children }: Props) {
  return (
    <Paper withBorder p="md">
      <Stack>
        {(title || actions) && (
          <Group justify="space-between" align="flex-start">
            <div>
              {title && (
                <Title order={2} size="h4">
                  {title}
                </Title>
              )}
              {text && (
                <Text c="dimmed" size="sm" maw={620}>
                  {text}
                </Text>
              )}
            </div>
            {actions}
          </Group>
        )}
        {children}
      </Stack>
    </Paper>
  );
}

import { Center, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A page outside of the shell, without a logged-in user. */
export function OutsidePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

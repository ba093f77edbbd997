import { Center, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PageTitle } from "../../kit/page/page-title.tsx";

/** A page outside of the shell, without a logged-in user. */
export function OutsidePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <div>
            <PageTitle>{title}</PageTitle>
            <Text c="dimmed">{text}</Text>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

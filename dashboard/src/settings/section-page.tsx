import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { PageError } from "../shell/page-error.tsx";
import { PageLoading } from "../shell/page-loading.tsx";

interface Props {
  title: string;
  /** What the section is for. */
  text?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SectionPage({ title, text, actions, children }: Props) {
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {text && (
            <Text c="dimmed" maw={620}>
              {text}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

interface Read<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch(): unknown;
}

/** What was read; until then that it loads, or why it cannot be read. */
export function Loaded<Data>({ of, children }: { of: Read<Data>; children(data: Data): ReactNode }) {
  if (of.error) return <PageError error={of.error} reset={() => void of.refetch()} />;
  return of.data === undefined ? <PageLoading /> : children(of.data);
}

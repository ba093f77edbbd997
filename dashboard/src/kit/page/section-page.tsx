import { Alert, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { PageError } from "./page-error.tsx";
import { PageLoading } from "./page-loading.tsx";
import { PageTitle } from "./page-title.tsx";

interface Props {
  title: string;
  /** What the section is for. */
  text?: string;
  /** The link to the list that the page belongs to. */
  back?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SectionPage({ title, text, back, actions, children }: Props) {
  return (
    <Stack>
      {back}
      <Group justify="space-between" align="flex-start">
        <div>
          <PageTitle>{title}</PageTitle>
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

interface LoadedProps<Data> {
  of: Read<Data>;
  /** A part of a page, not all of it. */
  isPart?: boolean;
  children(data: Data): ReactNode;
}

/** What was read; until then that it loads, or why it cannot be read. */
export function Loaded<Data>({ of, isPart = false, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (of.data !== undefined) return children(of.data);
  if (of.error && isPart) {
    return (
      <Alert color="red" role="alert">
        {messageOf(of.error, t)}
      </Alert>
    );
  }
  if (of.error) return <PageError error={of.error} reset={() => void of.refetch()} />;
  return isPart ? <Skeleton h={96} /> : <PageLoading />;
}

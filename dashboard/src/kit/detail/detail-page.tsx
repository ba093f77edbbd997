import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PageError } from "../page/page-error.tsx";
import { PageLoading } from "../page/page-loading.tsx";
import { PageTitle } from "../page/page-title.tsx";

interface Parts {
  title: string;
  /** Beside the title: the state of the object. */
  badges?: ReactNode;
  /** A line below the title. */
  text?: ReactNode;
  /** Buttons at the end of the line of the title. */
  actions?: ReactNode;
  /** The rest of the page. */
  body: ReactNode;
}

interface Props<Row> {
  /** The query of the object. */
  of: { data: Row | undefined; error: Error | null; refetch(): unknown };
  /** The link to the list. */
  back: ReactNode;
  /** The width of a narrow page. */
  width?: number;
  children(row: Row): Parts;
}

/** The page of one object: the link to its list, its title and state, what can be done with it, and its parts. */
export function DetailPage<Row>({ of: { data, error, refetch }, back, width, children }: Props<Row>) {
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <PageLoading />;
  const { title, badges, text, actions, body } = children(data);
  return (
    <Stack {...(width !== undefined && { maw: width })}>
      {back}
      <Group justify="space-between">
        <div>
          <Group gap="sm">
            <PageTitle>{title}</PageTitle>
            {badges}
          </Group>
          {text !== undefined && <Text c="dimmed">{text}</Text>}
        </div>
        {actions}
      </Group>
      {body}
    </Stack>
  );
}

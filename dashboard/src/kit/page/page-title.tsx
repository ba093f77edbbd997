import { Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";

/** What the browser's tab shows, and what a page that is printed to a file is called. */
export const tabTitle = (name: string) => (name === "Tradewind" ? name : `${name} · Tradewind`);

/** The heading of a page; tab, history and bookmarks of the browser show it as well. */
export function PageTitle({ children }: { children: string }) {
  useDocumentTitle(tabTitle(children));
  return (
    <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
      {children}
    </Title>
  );
}

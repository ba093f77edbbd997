import { Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useEffect } from "react";
import { catchLostFocus } from "./lost-focus.ts";

/** What the browser's tab shows, and what a page that is printed to a file is called. */
export const tabTitle = (name: string) => (name === "Tradewind" ? name : `${name} · Tradewind`);

/** The heading of a page; tab, history and bookmarks of the browser show it as well. */
export function PageTitle({ children }: { children: string }) {
  useDocumentTitle(tabTitle(children));
  // The link that was followed is gone.
  useEffect(() => catchLostFocus(), []);
  return (
    <Title order={1} size="h2" tabIndex={-1} style={{ overflowWrap: "anywhere", outline: "none" }}>
      {children}
    </Title>
  );
}

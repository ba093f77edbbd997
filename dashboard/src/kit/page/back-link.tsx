import { Anchor, type AnchorProps } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { lastSearch } from "../list/last-search.ts";

function BackAnchor({ children, ...props }: AnchorProps & Omit<ComponentProps<"a">, keyof AnchorProps>) {
  return (
    <Anchor
      {...props}
      className="no-print"
      display="inline-flex"
      w="fit-content"
      style={{ alignItems: "center" }}
    >
      <IconChevronLeft size={18} stroke={1.6} aria-hidden />
      {children}
    </Anchor>
  );
}

const LinkBack = createLink(BackAnchor);

/** Above the title of a page: the link to the list that it belongs to, as the user left it. */
export const BackLink = ((props: { to?: unknown; search?: unknown }) => {
  const search = props.search ?? lastSearch(String(props.to));
  return <LinkBack {...(props as ComponentProps<typeof LinkBack>)} search={search as never} />;
}) as unknown as typeof LinkBack;

import { Anchor, type AnchorProps } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

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

/** Above the title of a page: the link to the list that it belongs to. */
export const BackLink = createLink(BackAnchor);

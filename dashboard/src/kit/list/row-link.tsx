import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode } from "react";
import styles from "./cells.module.css";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Before the link. */
  picture?: ReactNode;
}

function PlainLink({ picture, children, ...props }: Props) {
  const link = (
    <a {...props} className={styles["link"]}>
      {children}
    </a>
  );
  if (!picture) return link;
  return (
    <span className={styles["pictured"]}>
      {picture}
      {link}
    </span>
  );
}

/** The name of a row, which opens it. */
export const RowLink: LinkComponent<typeof PlainLink> = createLink(PlainLink);

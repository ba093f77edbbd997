import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode } from "react";
import styles from "./page-link.module.css";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  icon: ReactNode;
  /** Whether it leads to the page that is shown. */
  isCurrent: boolean;
}

const Anchor = ({ icon, isCurrent, children, ...props }: Props) => (
  <a {...props} className={styles["link"]} aria-current={isCurrent ? "page" : undefined}>
    {icon}
    {children}
  </a>
);

/** A page in a menu. */
export const PageLink: LinkComponent<typeof Anchor> = createLink(Anchor);

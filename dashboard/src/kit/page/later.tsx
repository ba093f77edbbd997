import { type ReactNode, useDeferredValue } from "react";

interface Props {
  /** In its place until then, of about the same size. */
  instead?: ReactNode;
  children: ReactNode;
}

/** A part of a page that is drawn after the first ones: the page is shown, and can be used, while it follows. */
export const Later = ({ instead = null, children }: Props) =>
  useDeferredValue(true, false) ? children : instead;

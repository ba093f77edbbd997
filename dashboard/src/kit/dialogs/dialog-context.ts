import { createContext, type RefObject } from "react";

interface Dialog {
  /** Set by the form in the dialog: whether something was typed that is not saved. */
  isDirty: RefObject<() => boolean>;
  close(): void;
}

/** Set inside of a FormDialog. */
export const DialogContext = createContext<Dialog | null>(null);

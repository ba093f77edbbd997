import { type ComponentType, createContext } from "react";
import type { TextKey } from "./use-say.ts";

/** A view that every shop has. */
export interface BuiltInView {
  name: TextKey;
  search: object;
}

export interface ViewsProps {
  /** The list that the views belong to: `orders`. */
  list: string;
  /** What the list shows now, without the page. */
  search: object;
  show(search: object): void;
  builtIn: readonly BuiltInView[];
}

/** The component that shows the saved views of a list. The application gives it. */
export const ViewsSlot = createContext<ComponentType<ViewsProps> | null>(null);

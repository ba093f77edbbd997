import { Suspense, use } from "react";
import { withoutEmpty } from "./search-params.ts";
import { type ViewsProps, ViewsSlot } from "./views-slot.ts";

interface Props extends Omit<ViewsProps, "search" | "builtIn"> {
  /** The search of the address. A view has no page. */
  search: object;
  builtIn?: ViewsProps["builtIn"];
}

/** The saved views of a list. */
export function ViewsOfList({ list, search, show, builtIn = NONE }: Props) {
  const Slot = use(ViewsSlot);
  if (!Slot) return null;
  return (
    <Suspense>
      <Slot list={list} search={withoutEmpty({ ...search, page: undefined })} show={show} builtIn={builtIn} />
    </Suspense>
  );
}

const NONE: never[] = [];

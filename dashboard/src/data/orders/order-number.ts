import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../kit/api/api.ts";
import { sessionQuery } from "../session/session-queries.ts";

interface Numbered {
  display_id: number;
  external_id?: string | null | undefined;
}

/** What people read as the number of an order: what a plugin chose, in shops with such a plugin. */
export const orderNumber = (order: Numbered, isChosen: boolean): string =>
  (isChosen && order.external_id) || String(order.display_id);

export function useOrderNumber(): (order: Numbered) => string {
  const { data } = useQuery(sessionQuery(useApi()));
  const isChosen = data?.hasOrderNumbers === true;
  return (order) => orderNumber(order, isChosen);
}

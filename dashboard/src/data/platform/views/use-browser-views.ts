import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@tradewind/client";
import { useEffect } from "react";
import { useApi } from "../../../kit/api/api.ts";
import { createView } from "./view-queries.ts";

interface BrowserView {
  name: string;
  search: object;
}

/** Views were stored in the browser once. They become views of the user; a name that is taken was taken over before. */
export function useBrowserViews(list: string): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    const key = `tradewind.${list}.views`;
    const stored = localStorage.getItem(key);
    if (stored === null) return;
    const moveToServer = async () => {
      for (const { name, search } of JSON.parse(stored) as BrowserView[]) {
        await createView(api, list, { name, search, is_shared: false }).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 422)) throw error;
        });
      }
      localStorage.removeItem(key);
      await queryClient.invalidateQueries({ queryKey: ["saved-views", list] });
    };
    // They stay in the browser, and it is tried again with the next visit.
    void moveToServer().catch(() => {});
  }, [api, list, queryClient]);
}

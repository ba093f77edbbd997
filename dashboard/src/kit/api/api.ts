import { createClient, type TradewindClient } from "@tradewind/client";
import { createContext, use } from "react";
import type { Config } from "./config.ts";

export type Api = TradewindClient;

export const apiOf = ({ apiUrl }: Config): Api => createClient({ baseUrl: apiUrl });

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error("useApi is called outside of ApiContext");
  return api;
}

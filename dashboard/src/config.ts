import { createContext, use } from "react";

/** Read when the page is opened, so that one build serves every shop. */
export interface Config {
  /** Where the API is. Empty: on the host that serves the dashboard. */
  apiUrl: string;
}

/** `config.json` beside the page. */
export async function readConfig(): Promise<Config> {
  const response = await fetch("./config.json");
  if (!response.ok) return { apiUrl: "" };
  const { apiUrl = "" } = (await response.json()) as Partial<Config>;
  return { apiUrl: apiUrl.replace(/\/$/, "") };
}

export const ConfigContext = createContext<Config>({ apiUrl: "" });

export const useConfig = (): Config => use(ConfigContext);

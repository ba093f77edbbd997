import { createContext, use } from "react";

/** Read when the page is opened, so that one build serves every shop. */
export interface Config {
  /** Where the API is. Empty: on the host that serves the dashboard. */
  apiUrl: string;
  /** Whether a user who requests a new password gets a mail. */
  passwordMails: boolean;
}

/** `config.json` beside the page. */
export async function readConfig(): Promise<Config> {
  const response = await fetch("./config.json");
  if (!response.ok) return unknown;
  const { apiUrl, passwordMails } = { ...unknown, ...((await response.json()) as Partial<Config>) };
  return { apiUrl: apiUrl.replace(/\/$/, ""), passwordMails };
}

const unknown: Config = { apiUrl: "", passwordMails: false };

export const ConfigContext = createContext<Config>(unknown);

export const useConfig = (): Config => use(ConfigContext);

import { createContext, use } from "react";

/** Read when the page is opened, so that one build serves every shop. */
export interface Config {
  /** Where the API is. Empty: on the host that serves the dashboard. */
  apiUrl: string;
  /** Whether a user who requests a new password gets a mail. */
  passwordMails: boolean;
  /** Whether a customer gets a mail when a parcel is sent. */
  shipmentMails: boolean;
}

/** The server of the shop writes it into the page; a web server of static files has `config.json` beside it. */
export async function readConfig(): Promise<Config> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="config"]')?.content;
  const given = written ? JSON.parse(written) : await readFile();
  const { apiUrl, ...mails } = { ...unknown, ...(given as Partial<Config>) };
  return { ...mails, apiUrl: apiUrl.replace(/\/$/, "") };
}

async function readFile(): Promise<unknown> {
  const response = await fetch("./config.json");
  return response.ok ? response.json() : unknown;
}

const unknown: Config = { apiUrl: "", passwordMails: false, shipmentMails: true };

export const ConfigContext = createContext<Config>(unknown);

export const useConfig = (): Config => use(ConfigContext);

import type { Config } from "../config.ts";
import type { Prepared } from "./prepare-shop.ts";

interface StartedServer {
  config: Config;
  port: number;
  place: string;
  prepared: Prepared;
}

/** Printed when the server listens. */
export function startMessage({ config, port, place, prepared }: StartedServer): string {
  const isEverywhere = config.host === "0.0.0.0" || config.host === "::" || config.host === "127.0.0.1";
  const url = `http://${isEverywhere ? "localhost" : config.host}:${port}`;
  const { admin, demo } = prepared;
  const lines: [string, string][] = [
    ["API", url],
    ["Reference", `${url}/docs`],
    ["Health", `${url}/health`],
    ["Database", place],
    ...(config.workers > 1 ? ([["Workers", String(config.workers)]] as [string, string][]) : []),
    ...(demo ? ([["Demo shop", `${demo}; orders follow`]] as [string, string][]) : []),
    ...(admin ? adminLines(admin) : []),
  ];
  return [
    "",
    "  Tradewind is ready",
    "",
    ...lines.map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    "",
  ].join("\n");
}

function adminLines(admin: NonNullable<Prepared["admin"]>): [string, string][] {
  const password = admin.isGenerated
    ? `${admin.password}   (shown only this once)`
    : "as set in TRADEWIND_ADMIN_PASSWORD";
  return [
    ["Admin", admin.email],
    ["Password", password],
  ];
}

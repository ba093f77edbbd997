import { isIPv6 } from "node:net";
import type { Config } from "../config.ts";
import { isDashboardBuilt } from "../http/dashboard.ts";
import { isTextLog } from "../http/log-destination.ts";
import { removePasswordFile, writePasswordFile } from "./first-password-file.ts";
import { writeFacts } from "./json-output.ts";
import type { Prepared } from "./prepare-shop.ts";

interface StartedServer {
  config: Config;
  port: number;
  place: string;
  prepared: Prepared;
}

type Fact = [name: string, value: string];

/** When the server listens: a table for people, or one line of the log. */
export function printStarted(started: StartedServer): void {
  const facts = factsOf(started);
  if (!isTextLog(started.config)) {
    const fields = facts.map(([name, value]) => [name.toLowerCase().replaceAll(" ", "_"), value]);
    writeFacts("Tradewind is ready", Object.fromEntries(fields));
    return;
  }
  const width = Math.max(12, ...facts.map(([name]) => name.length + 2));
  const lines = facts.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  console.log(["", "  Tradewind is ready", "", ...lines, ""].join("\n"));
}

function factsOf({ config, port, place, prepared: { admin, demo } }: StartedServer): Fact[] {
  const url = `http://${hostIn(config.host)}:${port}`;
  return [
    ["API", url],
    ...dashboardFacts(config, url),
    ["Reference", `${url}/docs`],
    ["Health", `${url}/health`],
    ["Database", place],
    ...facts(config.workers > 1 && ["Workers", String(config.workers)]),
    ...facts(demo !== undefined && ["Demo shop", `${demo}; orders follow`]),
    ...adminFacts(config, admin),
  ];
}

const facts = (fact: Fact | false): Fact[] => (fact ? [fact] : []);

/** A host that leads to this server from this machine. */
function hostIn(host: string): string {
  if (["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)) return "localhost";
  return isIPv6(host) ? `[${host}]` : host;
}

function dashboardFacts({ dashboard }: Config, url: string): Fact[] {
  if (dashboard === "off") return [];
  return [["Dashboard", isDashboardBuilt() ? `${url}/app` : "not built: npm ci && npm run build"]];
}

function adminFacts(config: Config, admin: Prepared["admin"]): Fact[] {
  if (!admin?.password) removePasswordFile(config.dataDir);
  if (!admin) return [];
  return [["Admin", admin.email], admin.password ? passwordFact(config, admin) : CONFIGURED];
}

const CONFIGURED: Fact = ["Password", "as set in TRADEWIND_ADMIN_PASSWORD"];

/** A terminal is seen by one person. Other output is stored and read by many, so there the password is in a file. */
function passwordFact(config: Config, { email, password = "" }: NonNullable<Prepared["admin"]>): Fact {
  if (isTextLog(config) && process.stdout.isTTY) {
    removePasswordFile(config.dataDir);
    return ["Password", `${password}   (shown at each start until the first login with it)`];
  }
  const file = writePasswordFile(config.dataDir, password);
  if (file) return ["Password file", file];
  return ["Password", `set one with: tradewind user password --email ${email}`];
}

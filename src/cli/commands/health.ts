import { isIPv6 } from "node:net";
import { configFrom } from "../../config.ts";
import type { Readiness } from "../../http/health.ts";
import { type Command, CommandProblem, optionalText } from "../command.ts";

/** Milliseconds. Less than a container runtime waits for a health check. */
const TIMEOUT = 5_000;

export const health: Command = {
  name: "health",
  summary: "Check whether the server on this machine is ready, for container runtimes and monitoring.",
  details:
    "Requests /ready. Exits with code 1 if the server is not ready, or does not answer within 5 seconds.",
  options: {
    port: { value: "number", help: "Port, in place of PORT." },
    alive: { help: "Only check whether the process answers: requests /health." },
  },
  async run(given) {
    const port = optionalText(given, "port");
    const config = configFrom({ ...process.env, ...(port ? { PORT: port } : {}) });
    if (config.port === 0)
      throw new CommandProblem("PORT is 0, so the server chose a port: name it with --port");
    const origin = `http://${ownAddress(config.host)}:${config.port}`;
    return given["alive"] ? checkAlive(`${origin}/health`) : checkReady(`${origin}/ready`);
  },
};

/** An address of this machine that a server on `host` listens on. */
function ownAddress(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIPv6(host) ? `[${host}]` : host;
}

async function checkAlive(url: string): Promise<number> {
  const answer = await request(url);
  console.log(answer.ok ? "alive" : `status ${answer.status}`);
  return answer.ok ? 0 : 1;
}

async function checkReady(url: string): Promise<number> {
  const answer = await request(url);
  console.log(answer.ok ? "ready" : `not ready: ${await reasonIn(answer)}`);
  return answer.ok ? 0 : 1;
}

async function reasonIn(answer: Response): Promise<string> {
  const readiness = (await answer.json().catch(() => null)) as Readiness | null;
  if (answer.status !== 503 || readiness === null) return `status ${answer.status}`;
  return Object.entries(readiness)
    .map(([part, state]) => `${part} ${state}`)
    .join(", ");
}

async function request(url: string): Promise<Response> {
  try {
    return await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw new CommandProblem(`no server answers at ${url}: ${code ?? (error as Error).message}`);
  }
}

import { type AppOptions, buildApp } from "../app.ts";
import type { DrainTimes } from "../http/graceful-close.ts";
import { CommandProblem } from "./command.ts";

/** A server that listens. */
export interface Running {
  port: number;
  /** Drains connections, finishes running requests and stops. */
  close(drain: DrainTimes): Promise<void>;
}

export async function serve(options: AppOptions): Promise<Running> {
  const { config } = options;
  const app = await buildApp(options);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw asCommandProblem(error as NodeJS.ErrnoException, config);
  }
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  return {
    port,
    async close(drain) {
      await app.drain(drain);
      await app.close();
    },
  };
}

function asCommandProblem(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  if (error.code === "EADDRINUSE")
    return new CommandProblem(`port ${port} is in use; choose another with --port`);
  if (error.code === "EACCES") return new CommandProblem(`port ${port} is not allowed for this user`);
  if (error.code === "EADDRNOTAVAIL") return new CommandProblem(`this machine has no address ${host}`);
  return error;
}

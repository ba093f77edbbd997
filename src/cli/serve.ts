import { type AppOptions, buildApp } from "../app.ts";
import type { DrainTimes } from "../http/graceful-close.ts";
import { portProblem } from "./port.ts";

/** A server that listens. */
export interface Running {
  port: number;
  /** Drains connections, finishes running requests and stops. */
  close(drain: DrainTimes): Promise<void>;
}

/** A server with its plugins and routes, which does not listen yet. */
export interface BuiltServer {
  listen(): Promise<Running>;
  close(): Promise<void>;
}

/** Writes nothing to the database: a plugin that cannot be used is found here. */
export async function buildServer(options: AppOptions): Promise<BuiltServer> {
  const { config } = options;
  const app = await buildApp(options);
  return {
    close: () => app.close(),
    async listen() {
      try {
        await app.listen({ port: config.port, host: config.host });
      } catch (error) {
        await app.close();
        throw await portProblem(error as NodeJS.ErrnoException, config);
      }
      const address = app.server.address();
      return {
        port: typeof address === "object" && address ? address.port : config.port,
        async close(drain) {
          await app.drain(drain);
          await app.close();
        },
      };
    },
  };
}

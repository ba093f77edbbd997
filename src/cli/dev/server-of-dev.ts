import { once } from "node:events";

/** Messages between `tradewind dev` and the server that it starts. */
export type FromServer = "loaded" | { listening: number };
export type ToServer = "listen";

/** Set for the server, which is the same command in a process of its own. */
export const SERVER_OF_DEV = "TRADEWIND_DEV_SERVER";

export interface ServerOfDev {
  /** The first one prints the addresses. */
  isFirst: boolean;
  /** Everything is loaded. Resolves when the server before has freed the port. */
  mayListen(): Promise<void>;
  listens(port: number): void;
  /** The channel to the command would keep this process alive. */
  leave(): void;
}

/** The server that `tradewind dev` has started in this process, or null for the command itself. */
export function serverOfDev(environment: NodeJS.ProcessEnv): ServerOfDev | null {
  const value = environment[SERVER_OF_DEV];
  delete environment[SERVER_OF_DEV];
  if (value === undefined || !process.send) return null;
  // The command has ended, also by kill -9: nothing else would stop this process. The database ends with the command.
  process.once("disconnect", () => process.exit(0));
  const send = (message: FromServer) => process.send?.(message);
  return {
    isFirst: value === "first",
    async mayListen() {
      send("loaded");
      await once(process, "message");
    },
    listens: (port) => send({ listening: port }),
    leave() {
      process.removeAllListeners("disconnect");
      if (process.connected) process.disconnect();
    },
  };
}

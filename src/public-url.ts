import type { Config } from "./config.ts";

/** Where clients reach this server: as configured, or this machine. */
export const publicUrlOf = (config: Pick<Config, "publicUrl" | "port">): string =>
  (config.publicUrl ?? `http://localhost:${config.port}`).replace(/\/+$/, "");

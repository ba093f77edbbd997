import type { Config } from "../config.ts";
import { publicUrlOf } from "../public-url.ts";

export type OriginConfig = Pick<Config, "storeCors" | "adminCors" | "publicUrl" | "port">;

/** Where storefront tools and dashboards listen during development. */
const LOCAL_ORIGINS = [3000, 5173, 7000, 7001, 8000].map((port) => `http://localhost:${port}`);

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

function isLocal(config: OriginConfig): boolean {
  try {
    return LOCAL_HOSTS.includes(new URL(publicUrlOf(config)).hostname);
  } catch {
    return false;
  }
}

/** The configured origins. Without a setting a shop on this machine allows the usual ports of storefront tools, others none. */
export function allowedOrigins(config: OriginConfig): { store: readonly string[]; admin: readonly string[] } {
  const fallback = isLocal(config) ? LOCAL_ORIGINS : [];
  return { store: config.storeCors ?? fallback, admin: config.adminCors ?? fallback };
}

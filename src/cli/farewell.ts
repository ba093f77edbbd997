import type { Config } from "../config.ts";
import type { Farewell } from "../http/graceful-close.ts";

/** By then everybody who is busy has used their connection once more. */
const GRACE = 2;

/** For a process that stops. Without a pause for load balancers there is nobody to be considerate of. */
export const farewellOf = ({ drainSeconds }: Pick<Config, "drainSeconds">): Farewell => ({
  notice: drainSeconds,
  grace: drainSeconds > 0 ? GRACE : 0,
});

/** For one of several on the same port, when another has taken its place already. */
export const replaced: Farewell = { notice: 0, grace: GRACE };

export const atOnce: Farewell = { notice: 0, grace: 0 };

export const milliseconds = ({ notice, grace }: Farewell): number => (notice + grace) * 1_000;

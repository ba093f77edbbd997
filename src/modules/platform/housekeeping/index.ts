import type { Config } from "../../../config.ts";
import type { Db } from "../../../db/database.ts";
import type { Work } from "../../../jobs/work.ts";
import { tidyUp } from "./use-cases/tidy-up.ts";

/** Removes what has expired, every ten minutes. */
export const housekeepingWork = (parts: { db: Db; config: Config }): Work => ({
  tasks: {
    "tidy-up": async (_payload, run) => {
      await tidyUp(parts, run);
    },
  },
  schedules: [{ task: "tidy-up", pattern: "*/10 * * * *" }],
});

export { tidyUp } from "./use-cases/tidy-up.ts";

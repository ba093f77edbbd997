import { configFrom } from "../../config.ts";
import type { Command } from "../command.ts";
import { migrated, openConfigured } from "../database.ts";
import { loadDemo } from "../demo.ts";

export const seed: Command = {
  name: "seed",
  summary: "Load the demo shop into a shop that has no regions and none of its products yet.",
  async run() {
    const config = configFrom(process.env);
    const opened = await openConfigured(config, "tool");
    try {
      await migrated(opened);
      const loaded = await loadDemo(opened.db, config);
      console.log(loaded ? `Loaded the demo shop: ${loaded}.` : "Nothing was loaded: the shop is not empty.");
      return 0;
    } finally {
      await opened.close();
    }
  },
};

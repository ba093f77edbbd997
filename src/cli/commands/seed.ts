import { configFrom } from "../../config.ts";
import type { Command } from "../command.ts";
import { migrateAll, openConfigured } from "../database.ts";
import { loadDemo } from "../demo.ts";
import { createFirstUser } from "../prepare-shop.ts";

export const seed: Command = {
  name: "seed",
  summary: "Load the demo shop into a shop without regions and products, or finish an interrupted load.",
  options: { "no-orders": { help: "Leave out the orders, which take longer than everything else." } },
  async run(given) {
    const config = configFrom(process.env);
    const opened = await openConfigured(config, "tool");
    try {
      await migrateAll(opened);
      const admin = await createFirstUser(opened, config);
      if (admin)
        console.log(`Created ${admin.email}.${admin.isGenerated ? ` Password: ${admin.password}` : ""}`);
      const loaded = await loadDemo({ url: opened.directUrl }, config, { withOrders: !given["no-orders"] });
      console.log(loaded ? `Loaded the demo shop: ${loaded}.` : "Nothing was loaded: the shop is not empty.");
      return 0;
    } finally {
      await opened.close();
    }
  },
};

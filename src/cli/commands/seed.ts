import { configFrom } from "../../config.ts";
import { checkDatabase } from "../check-database.ts";
import type { Command } from "../command.ts";
import { migrateAll, openConfigured } from "../database.ts";
import { loadDemo } from "../demo.ts";
import { ensureFirstUser } from "../prepare-shop.ts";
import { secretsOf } from "../secrets.ts";

const NOTHING = "Nothing was loaded: the shop is not empty, or its demo was thrown away.";

export const seed: Command = {
  name: "seed",
  summary: "Load the demo shop into a shop without regions and products, or finish an interrupted load.",
  options: { "no-orders": { help: "Leave out the orders, which take longer than everything else." } },
  async run(given) {
    const config = configFrom(process.env);
    const secrets = secretsOf(config);
    const opened = await openConfigured(config, "tool");
    try {
      await checkDatabase(opened, config);
      await migrateAll(opened);
      const { isCreated, admin } = await ensureFirstUser({ db: opened.db, secrets }, config);
      if (isCreated) console.log(`Created ${admin?.email}.`);
      if (admin?.password) console.log(`The password of ${admin.email} is ${admin.password}`);
      const loaded = await loadDemo({ url: opened.directUrl }, config, { withOrders: !given["no-orders"] });
      console.log(loaded ? `Loaded the demo shop: ${loaded}.` : NOTHING);
      return 0;
    } finally {
      await opened.close();
    }
  },
};

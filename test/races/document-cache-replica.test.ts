import { startShop } from "../support/fixtures/shop.ts";
import { type Replicated, startReplicated } from "../support/postgres/replicated-postgres.ts";
import { cacheRaces } from "./document-cache-races.ts";

let databases: Replicated;
const replica = () => ({ DATABASE_REPLICA_URLS: databases.replicaUrl });

cacheRaces("cached responses of processes that read from a replica", {
  start: async () => {
    databases = await startReplicated();
    // Late enough that a read without the check would show an older state.
    await databases.onReplica.run({ text: "alter system set recovery_min_apply_delay = '30ms'", values: [] });
    await databases.onReplica.run({ text: "select pg_reload_conf()", values: [] });
    const database = { url: databases.primaryUrl, drop: async () => {} };
    return startShop(replica(), { database });
  },
  environment: replica,
  afterwards: () => databases.stop(),
});

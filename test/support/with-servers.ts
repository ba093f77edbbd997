import { type Checkout, openCheckout } from "./checkout.ts";
import type { Client } from "./client.ts";
import { handleOf } from "./handle.ts";
import { type Servers, startServers } from "./servers.ts";
import { withSetup } from "./with-setup.ts";

/** Two server processes on one database, a shop in which carts can be completed, and an administrator at each process. */
export function withServers(moreSetUp: () => unknown = () => {}) {
  let servers: Servers | undefined;
  let shop: Checkout | undefined;
  const admins: Client[] = [];
  const it = withSetup(
    async () => {
      servers = await startServers(2);
      shop = await openCheckout(servers);
      admins.push(await servers.adminAt(0), await servers.adminAt(1));
      await moreSetUp();
    },
    () => servers?.close(),
  );
  return { it, servers: handleOf(() => servers), shop: handleOf(() => shop), admins };
}

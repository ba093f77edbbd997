import type { Connection } from "./db/database.ts";
import type { PrivateDataOfEvents } from "./events/private-data.ts";
import type { ShopSecrets } from "./kernel/shop-secrets.ts";
import { orderClaimToken } from "./modules/orders/orders/index.ts";
import { customerResetToken } from "./modules/people/customers/index.ts";
import { inviteToken, userResetToken } from "./modules/people/users/index.ts";

/** The events whose subscribers get a token that is not in the log. Migration 0015 has the same names. */
export const privateDataFor = (deps: { db: Connection; secrets: ShopSecrets }): PrivateDataOfEvents => ({
  "customer.password_reset": customerResetToken(deps),
  "invite.created": inviteToken(deps),
  "order-update-token.created": orderClaimToken(deps),
  "user.password_reset": userResetToken(deps),
});

import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../../orders/orders/index.ts";
import { claimChangesBody, newClaimBody } from "./claim-schemas.ts";
import { cancelClaim } from "./use-cases/cancel-claim.ts";
import { createClaim } from "./use-cases/create-claim.ts";
import { updateClaim } from "./use-cases/update-claim.ts";

export const claimRoutes: Routes = (app, parts) => {
  app.post(
    "/admin/orders/:id/claims",
    { schema: { ...orderChange, summary: "Create a claim", params: path("id"), body: newClaimBody } },
    async (request, reply) => {
      const idempotencyKey = String(reply.getHeader("idempotency-key"));
      await createClaim(parts, { ...request.body, orderId: request.params.id, idempotencyKey });
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id",
    {
      schema: {
        ...orderChange,
        summary: "Update a claim",
        params: path("id", "claim_id"),
        body: claimChangesBody,
      },
    },
    async (request) => {
      const { id: orderId, claim_id: claimId } = request.params;
      await updateClaim(parts, { orderId, claimId }, request.body);
      return changedOrder(parts, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id/cancel",
    { schema: { ...orderChange, summary: "Cancel a claim", params: path("id", "claim_id") } },
    async (request) => {
      const { id: orderId, claim_id: claimId } = request.params;
      await cancelClaim(parts, { orderId, claimId });
      return changedOrder(parts, request);
    },
  );
};

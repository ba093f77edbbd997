import type { FastifyRequest } from "fastify";
import { sentField } from "../../../http/permissions.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderChange } from "../../orders/orders/index.ts";
import { idempotencyKeyOf } from "../returns/index.ts";
import { claimChangesBody, claimList, claimsAnswer, newClaimBody } from "./claim-schemas.ts";
import { cancelClaim, updateClaim } from "./use-cases/change-claim.ts";
import { createClaim } from "./use-cases/create-claim.ts";

/** A claim of this type refunds at once. */
const neededForClaim = (request: FastifyRequest) =>
  sentField(request, "type") === "refund" ? ("payments:write" as const) : null;

export const claimRoutes: Routes = (app, context) => {
  app.get(
    "/admin/claims",
    {
      schema: {
        tags: ["Returns"],
        summary: "List claims",
        querystring: claimList.querystring,
        response: claimsAnswer,
      },
    },
    async ({ query }) => {
      const { rows, ...paging } = await claimList.read(context.graph, query, context.config);
      return { claims: rows, ...paging };
    },
  );

  app.post(
    "/admin/orders/:id/claims",
    {
      config: { permission: "returns:write", alsoNeeds: neededForClaim },
      schema: { ...orderChange, summary: "Create a claim", params: path("id"), body: newClaimBody },
    },
    async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(reply);
      await createClaim(context, { ...request.body, orderId: request.params.id, idempotencyKey });
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id",
    {
      config: { permission: "returns:write" },
      schema: {
        ...orderChange,
        summary: "Update a claim",
        params: path("id", "claim_id"),
        body: claimChangesBody,
      },
    },
    async (request) => {
      const { id: orderId, claim_id: claimId } = request.params;
      await updateClaim(context, { orderId, claimId }, request.body);
      return changedOrder(context, request);
    },
  );

  app.post(
    "/admin/orders/:id/claims/:claim_id/cancel",
    {
      config: { permission: "returns:write" },
      schema: { ...orderChange, summary: "Cancel a claim", params: path("id", "claim_id") },
    },
    async (request) => {
      const { id: orderId, claim_id: claimId } = request.params;
      await cancelClaim(context, { orderId, claimId });
      return changedOrder(context, request);
    },
  );
};

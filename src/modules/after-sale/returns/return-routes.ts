import type { FastifyRequest } from "fastify";
import type { Caller } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { sentField } from "../../../http/permissions.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { isGranted } from "../../../kernel/permissions.ts";
import { changedOrder, orderChange } from "../../orders/orders/index.ts";
import {
  adminReturn,
  adminReturns,
  idempotencyKeyOf,
  orderReturnBody,
  orderReturnRequestOf,
  receiveBody,
  refundDueBody,
  refuseRefundBeforeArrival,
  returnAnswers,
  storeReturn,
  storeReturnBody,
  storeReturnRequestOf,
} from "./return-schemas.ts";
import { cancelReturn } from "./use-cases/cancel-return.ts";
import { createReturn } from "./use-cases/create-return.ts";
import { payRefundDue } from "./use-cases/pay-refund-due.ts";
import { listReturns, showOrderOfCanceledReturn, showReturn } from "./use-cases/read-returns.ts";
import { receiveReturn } from "./use-cases/receive-return.ts";
import { returnAtOnce } from "./use-cases/return-at-once.ts";

const tags = ["Returns"];

/** Without an amount the value of the items is refunded. Who names the amount needs the permission to move money. */
const neededForAmount = (request: FastifyRequest) =>
  sentField(request, "refund") === undefined ? null : ("payments:write" as const);

/** Who also receives the goods needs the permission for that. */
const neededForReturn = (request: FastifyRequest, { granted }: Caller) =>
  sentField(request, "refund_now") === true && !isGranted(granted, "fulfillments:write")
    ? ("fulfillments:write" as const)
    : neededForAmount(request);

const mayPay = async (request: FastifyRequest) =>
  isGranted((await request.caller()).granted, "payments:write");

export const returnRoutes: Routes = (app, context) => {
  app.post(
    "/admin/orders/:id/return",
    {
      config: { permission: "returns:write", alsoNeeds: neededForReturn },
      schema: { ...orderChange, summary: "Request a return", params: path("id"), body: orderReturnBody },
    },
    async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(reply);
      const returned = { ...orderReturnRequestOf(request.params.id, request.body), idempotencyKey };
      if (request.body.refund_now) {
        refuseRefundBeforeArrival(request.body);
        await returnAtOnce(context, { ...returned, isRefundDeferred: !(await mayPay(request)) });
      } else await createReturn(context, returned);
      return changedOrder(context, request);
    },
  );

  app.get(
    "/admin/returns",
    {
      schema: {
        tags,
        summary: "List returns",
        querystring: adminReturns.querystring,
        response: page("returns", shown("AdminListedReturn", adminReturns.view)),
      },
    },
    (request) => listReturns(context, request.query),
  );

  app.post(
    "/admin/returns/:id/receive",
    {
      config: { permission: "fulfillments:write", alsoNeeds: neededForAmount },
      schema: {
        tags,
        summary: "Receive a return",
        description:
          "Counts the items as returned, restocks them and refunds the customer. If the items differ from the " +
          "request, the return gets the status `requires_action` until it is received with a `refund`. A user without " +
          "`payments:write` receives the goods only: the refund is due until a user pays it (`POST /admin/returns/{id}/refund`).",
        params: path("id"),
        querystring: noQuery,
        body: receiveBody,
        response: returnAnswers.admin,
      },
    },
    async (request) => {
      const { items, refund = null, location_id: locationId = null } = request.body;
      const { id } = request.params;
      const isRefundDeferred = !(await mayPay(request));
      await receiveReturn(context, { returnId: id, items, refund, locationId, isRefundDeferred });
      return showReturn(context, id, adminReturn);
    },
  );

  app.post(
    "/admin/returns/:id/refund",
    {
      config: { permission: "payments:write" },
      schema: {
        tags,
        summary: "Pay a refund that is due",
        description:
          "For a return that a user without `payments:write` has received. What was not captured yet is not captured any " +
          "more. A `refund` of 0 decides to pay nothing.",
        params: path("id"),
        querystring: noQuery,
        body: refundDueBody,
        response: returnAnswers.admin,
      },
    },
    async (request) => {
      const { id } = request.params;
      await payRefundDue(context, { returnId: id, refund: request.body?.refund ?? null });
      return showReturn(context, id, adminReturn);
    },
  );

  app.post(
    "/admin/returns/:id/cancel",
    {
      schema: {
        tags,
        summary: "Cancel a return",
        params: path("id"),
        querystring: noQuery,
        response: returnAnswers.orderOfCanceled,
      },
    },
    async (request) => {
      const orderId = await cancelReturn(context, request.params.id);
      return showOrderOfCanceledReturn(context, orderId);
    },
  );

  app.post(
    "/store/returns",
    {
      schema: {
        tags,
        summary: "Request a return",
        description:
          "Needs no login: the id of the order, which its confirmation contains, is the credential.",
        querystring: noQuery,
        body: storeReturnBody,
        response: returnAnswers.store,
      },
    },
    async (request, reply) => {
      const id = await createReturn(context, {
        ...storeReturnRequestOf(request.body),
        idempotencyKey: idempotencyKeyOf(reply),
        maxReturns: context.config.orderReturns,
      });
      return showReturn(context, id, storeReturn);
    },
  );
};

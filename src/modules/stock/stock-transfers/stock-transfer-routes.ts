import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { found, ok, page, path, type Routes } from "../../../http/routes.ts";
import {
  cancelTransfer,
  createTransfer,
  receiveTransfer,
  sendTransfer,
  updateTransfer,
} from "./stock-transfer-changes.ts";
import {
  adminTransfer,
  adminTransfers,
  newTransferBody,
  receiptBody,
  stepBody,
  transferChangesBody,
} from "./stock-transfer-schemas.ts";

const answer = {
  tags: ["Stock Transfers"],
  querystring: noQuery,
  response: ok({ stock_transfer: shown("AdminStockTransfer", adminTransfer) }),
};
const one = { ...answer, params: path("id") };

export const stockTransferRoutes: Routes = (app, { config, db, graph }) => {
  const read = async (id: string) => ({
    stock_transfer: found(await graph.find(adminTransfer, id), "Stock transfer", id),
  });

  app.get(
    "/admin/stock-transfers",
    {
      schema: {
        tags: answer.tags,
        summary: "List stock transfers",
        querystring: adminTransfers.querystring,
        response: page("stock_transfers", shown("AdminListedStockTransfer", adminTransfers.view)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminTransfers.read(graph, request.query, config);
      return { stock_transfers: rows, ...paging };
    },
  );

  app.post(
    "/admin/stock-transfers",
    { schema: { ...answer, summary: "Create a stock transfer", body: newTransferBody } },
    async (request) => read(await createTransfer({ db }, request.body, await userOf(request))),
  );

  app.get("/admin/stock-transfers/:id", { schema: { ...one, summary: "Get a stock transfer" } }, (request) =>
    read(request.params.id),
  );

  app.post(
    "/admin/stock-transfers/:id",
    { schema: { ...one, summary: "Change a draft of a stock transfer", body: transferChangesBody } },
    async (request) => {
      await updateTransfer({ db }, request.params.id, request.body);
      return read(request.params.id);
    },
  );

  app.post(
    "/admin/stock-transfers/:id/send",
    { schema: { ...one, summary: "Send a stock transfer", body: stepBody } },
    async (request) => {
      await sendTransfer({ db }, request.params.id, request.body);
      return read(request.params.id);
    },
  );

  app.post(
    "/admin/stock-transfers/:id/receive",
    { schema: { ...one, summary: "Receive goods of a stock transfer", body: receiptBody } },
    async (request) => {
      await receiveTransfer({ db }, request.params.id, request.body);
      return read(request.params.id);
    },
  );

  app.post(
    "/admin/stock-transfers/:id/cancel",
    { schema: { ...one, summary: "Cancel a stock transfer", body: stepBody } },
    async (request) => {
      await cancelTransfer({ db }, request.params.id, request.body);
      return read(request.params.id);
    },
  );
};

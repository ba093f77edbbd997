import { ok, type Routes } from "../../../http/routes.ts";
import { rankedKinds } from "./report.ts";
import {
  csvAnswer,
  customersAnswer,
  customersQuery,
  rankedAnswer,
  rankedQuery,
  salesAnswer,
  salesQuery,
  stockAnswer,
  stockQuery,
} from "./report-schemas.ts";
import { readCustomerReport } from "./use-cases/read-customer-report.ts";
import { readRankedReport } from "./use-cases/read-ranked-report.ts";
import { readSalesReport } from "./use-cases/read-sales-report.ts";
import { readStockReport } from "./use-cases/read-stock-report.ts";
import { sendCsv } from "./use-cases/send-csv.ts";
import { customersCsv, rankedCsv, salesCsv, stockCsv } from "./use-cases/write-report-csv.ts";

const tags = ["Reports"];

/** Each report as a page and as a file. */
export const reportRoutes: Routes = (app, { db }) => {
  for (const kind of rankedKinds) {
    const querystring = rankedQuery(kind);
    app.get(
      `/admin/reports/${kind.name}`,
      { schema: { tags, summary: `Report on ${kind.name}`, querystring, response: ok(rankedAnswer(kind)) } },
      ({ query }) => readRankedReport({ db, kind }, query, Date.now()),
    );
    app.get(
      `/admin/reports/${kind.name}/csv`,
      { schema: { tags, summary: `Report on ${kind.name} as CSV`, querystring, response: csvAnswer } },
      async ({ query }, reply) => {
        const { name, rows } = await rankedCsv({ db, kind }, query, Date.now());
        return sendCsv(reply, name, rows);
      },
    );
  }

  app.get(
    "/admin/reports/sales",
    { schema: { tags, summary: "Report on sales", querystring: salesQuery, response: ok(salesAnswer) } },
    ({ query }) => readSalesReport({ db }, query, Date.now()),
  );
  app.get(
    "/admin/reports/sales/csv",
    { schema: { tags, summary: "Report on sales as CSV", querystring: salesQuery, response: csvAnswer } },
    async ({ query }, reply) => {
      const { name, rows } = await salesCsv({ db }, query, Date.now());
      return sendCsv(reply, name, rows);
    },
  );

  app.get(
    "/admin/reports/customers",
    {
      config: { permission: ["analytics:read", "customers:read"] },
      schema: {
        tags,
        summary: "Report on customers",
        querystring: customersQuery,
        response: ok(customersAnswer),
      },
    },
    ({ query }) => readCustomerReport({ db }, query, Date.now()),
  );
  app.get(
    "/admin/reports/customers/csv",
    {
      // As the export of customers.
      config: { permission: ["analytics:read", "customers:read", "personal-data:read"] },
      schema: {
        tags,
        summary: "Report on customers as CSV",
        querystring: customersQuery,
        response: csvAnswer,
      },
    },
    async ({ query }, reply) => {
      const { name, rows } = await customersCsv({ db }, query, Date.now());
      return sendCsv(reply, name, rows);
    },
  );

  const ofStock = { permission: ["analytics:read", "stock:read"] } as const;
  app.get(
    "/admin/reports/stock",
    {
      config: ofStock,
      schema: {
        tags,
        summary: "Report on the value of the stock",
        querystring: stockQuery,
        response: ok(stockAnswer),
      },
    },
    ({ query }) => readStockReport({ db }, query, Date.now()),
  );
  app.get(
    "/admin/reports/stock/csv",
    {
      config: ofStock,
      schema: {
        tags,
        summary: "Report on the value of the stock as CSV",
        querystring: stockQuery,
        response: csvAnswer,
      },
    },
    async ({ query }, reply) => {
      const { name, rows } = await stockCsv({ db }, query, Date.now());
      return sendCsv(reply, name, rows);
    },
  );
};

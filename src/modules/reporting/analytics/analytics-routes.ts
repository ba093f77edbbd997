import { noQuery } from "../../../http/list-query.ts";
import { ok, path, type Routes } from "../../../http/routes.ts";
import {
  cartsAnswer,
  cartsQuery,
  customerFiguresAnswer,
  discountFiguresAnswer,
  homeAnswer,
  seriesAnswer,
  seriesQuery,
  summaryAnswer,
  summaryQuery,
  toDoAnswer,
  toDoQuery,
  topAnswer,
  topQuery,
} from "./analytics-schemas.ts";
import { readFiguresOfCustomer } from "./use-cases/read-customer-figures.ts";
import { readFiguresOfDiscount } from "./use-cases/read-discount-figures.ts";
import { readBestSellers, readCarts, readHome, readSeries, readSummary } from "./use-cases/read-figures.ts";
import { readToDo } from "./use-cases/read-to-do.ts";

const tags = ["Analytics"];

/** The figures of a home page, each by itself or all at once. */
export const analyticsRoutes: Routes = (app, { db, graph }) => {
  app.get(
    "/admin/analytics/home",
    {
      schema: {
        tags,
        summary: "Get all figures of a home page",
        querystring: topQuery,
        response: ok(homeAnswer),
      },
    },
    ({ query }) => readHome({ db }, query, Date.now()),
  );

  app.get(
    "/admin/analytics/summary",
    {
      schema: {
        tags,
        summary: "Get sales and customers of a period",
        querystring: summaryQuery,
        response: ok(summaryAnswer),
      },
    },
    ({ query }) => readSummary({ db }, query, Date.now()),
  );

  app.get(
    "/admin/analytics/series",
    {
      schema: {
        tags,
        summary: "Get sales by day or hour",
        querystring: seriesQuery,
        response: ok(seriesAnswer),
      },
    },
    ({ query }) => readSeries({ db }, query, Date.now()),
  );

  app.get(
    "/admin/analytics/top",
    {
      schema: {
        tags,
        summary: "List the products and countries with the largest sales",
        querystring: topQuery,
        response: ok(topAnswer),
      },
    },
    ({ query }) => readBestSellers({ db }, query, Date.now()),
  );

  app.get(
    "/admin/analytics/carts",
    {
      schema: {
        tags,
        summary: "Get what became of carts",
        querystring: cartsQuery,
        response: ok(cartsAnswer),
      },
    },
    ({ query }) => readCarts({ db }, query, Date.now()),
  );

  app.get(
    "/admin/analytics/to-do",
    {
      // Everybody sees the work of the areas that they may read.
      config: { permission: null },
      schema: {
        tags,
        summary: "Count what needs attention",
        querystring: toDoQuery,
        response: ok(toDoAnswer),
      },
    },
    async (request) => readToDo({ db, granted: (await request.caller()).granted }, request.query),
  );

  app.get(
    "/admin/customers/:id/figures",
    {
      config: { permission: ["customers:read", "orders:read"] },
      schema: {
        tags: ["Customers"],
        summary: "Get what a customer has bought",
        params: path("id"),
        querystring: noQuery,
        response: ok(customerFiguresAnswer),
      },
    },
    ({ params }) => readFiguresOfCustomer({ db, graph }, params.id),
  );

  app.get(
    "/admin/discounts/:id/figures",
    {
      config: { permission: ["discounts:read", "analytics:read"] },
      schema: {
        tags: ["Discounts"],
        summary: "Get what was bought with a discount",
        params: path("id"),
        querystring: noQuery,
        response: ok(discountFiguresAnswer),
      },
    },
    ({ params }) => readFiguresOfDiscount({ db, graph }, params.id),
  );
};

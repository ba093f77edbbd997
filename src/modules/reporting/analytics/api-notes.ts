import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Discounts",
    operations: {
      "GET /admin/discounts/{id}/figures": {
        id: "getAdminDiscountFigures",
        before: "POST /admin/discounts/{id}/regions/{region_id}",
        description:
          "Returns the orders, sales and revenue of a discount and its dynamic codes by currency, whenever the orders were placed.",
      },
    },
  },
  {
    tag: "Analytics",
    description: "Figures for a home page: sales, customers, best sellers, carts, and what needs attention.",
    operations: {
      "GET /admin/analytics/home": {
        id: "getAdminAnalyticsHome",
        description:
          "Returns summary, series, best sellers and carts of a period in one answer, as the requests below answer them.",
      },
      "GET /admin/analytics/summary": {
        id: "getAdminAnalyticsSummary",
        description:
          "Returns orders, sales, refunds, revenue, new and returning customers of a period and of the one before it, in every currency. The figures include every change that was committed before the request.",
      },
      "GET /admin/analytics/series": {
        id: "getAdminAnalyticsSeries",
        description:
          "Returns orders, sales, refunds and revenue of each day or hour of a period and of the one before it, for charts. Days are those of the time zone.",
      },
      "GET /admin/analytics/top": {
        id: "getAdminAnalyticsTop",
        description:
          "Returns the products and the countries with the largest sales of a period, in every currency.",
      },
      "GET /admin/analytics/carts": {
        id: "getAdminAnalyticsCarts",
        description:
          "Returns how many carts were created in a period and in the one before it, how far they came, and how many are open or abandoned.",
      },
      "GET /admin/analytics/to-do": {
        id: "getAdminAnalyticsToDo",
        description:
          "Returns how many orders, returns, variants, jobs and webhooks need attention now. A user without `analytics:read` gets the counts of the areas that the user may read.",
      },
    },
  },
  {
    tag: "Customers",
    operations: {
      "GET /admin/customers/{id}/figures": {
        id: "getAdminCustomerFigures",
        before: "POST /admin/customers/{id}",
        description:
          "Returns the orders and the revenue of one customer in every currency, exact to the cent.",
      },
    },
  },
];

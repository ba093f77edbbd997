import { defineDashboard } from "tradewind/dashboard";
import { de, en } from "./texts.ts";

export default defineDashboard({
  texts: { en, de },
  pages: [
    {
      path: "",
      title: "Loyalty",
      needs: "customers:read",
      menu: { icon: "gift" },
      load: () => import("./members-page.tsx"),
    },
  ],
  cards: [
    { on: "customer", needs: "customers:read", load: () => import("./customer-card.tsx") },
    { on: "order", needs: "orders:read", load: () => import("./order-card.tsx") },
  ],
  lists: {
    customers: {
      columns: [
        {
          id: "points",
          title: "Points",
          isNumber: true,
          fields: ["custom_fields"],
          cell: ({ row }) => row["custom_fields"]?.loyalty_points ?? 0,
        },
      ],
    },
  },
  settings: [
    {
      path: "program",
      title: "Loyalty points",
      text: "settings.text",
      icon: "gift",
      needs: "settings:read",
      load: () => import("./settings-page.tsx"),
    },
  ],
});

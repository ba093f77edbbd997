import { defineDashboard } from "tradewind/dashboard";
import { stars } from "./stars.ts";
import { de, en } from "./texts.ts";

export default defineDashboard({
  texts: { en, de },
  pages: [
    {
      path: "",
      title: "Reviews",
      needs: "customers:read",
      menu: { icon: "star" },
      load: () => import("./reviews-page.tsx"),
    },
  ],
  cards: [{ on: "product", needs: "customers:read", load: () => import("./product-card.tsx") }],
  lists: {
    products: {
      columns: [
        {
          id: "rating",
          title: "Rating",
          fields: ["custom_fields"],
          cell: ({ row }) => stars(row["custom_fields"]),
        },
      ],
    },
  },
  settings: [
    {
      path: "reviews",
      title: "Reviews",
      text: "settings.text",
      icon: "star",
      needs: "settings:read",
      load: () => import("./settings-page.tsx"),
    },
  ],
});

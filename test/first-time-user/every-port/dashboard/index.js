import { defineDashboard } from "tradewind/dashboard";

const load = () => import("./part.js");

export default defineDashboard({
  pages: [{ path: "", title: "Every port", menu: { icon: "star" }, load }],
  settings: [{ path: "about", title: "Every port", text: "What has run.", load }],
  cards: ["order", "product", "customer", "home"].map((on) => ({ on, load })),
  lists: {
    orders: {
      columns: [{ id: "port", title: "Port", fields: ["external_id"], cell: ({ row }) => row.external_id }],
      actions: [{ id: "look", title: "Look", run: async () => {} }],
    },
  },
});

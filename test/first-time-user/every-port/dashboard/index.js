import { defineDashboard } from "tradewind/dashboard";

const load = () => import("./part.js");
const list = {
  columns: [
    {
      id: "port",
      title: "Port",
      fields: ["metadata"],
      read: async (ids) => Object.fromEntries(ids.map((id) => [id, "works"])),
      cell: ({ data }) => data,
    },
  ],
  actions: [{ id: "look", title: "Look", question: "Really?", run: async () => {} }],
};

export default defineDashboard({
  texts: { de: { "Every port": "Jeder Port" } },
  pages: [{ path: "", title: "Every port", menu: { icon: "star" }, load }],
  settings: [{ path: "about", title: "Every port", text: "What has run.", load }],
  cards: ["order", "product", "customer", "home"].map((on) => ({ on, load })),
  lists: { orders: list, products: list, customers: list },
});

import { defineDashboard } from "tradewind/dashboard";

export default defineDashboard({
  texts: {
    de: {
      Repairs: "Reparaturen",
      Customer: "Kunde",
      Product: "Produkt",
      "What is broken": "Was kaputt ist",
      Finish: "Abschließen",
      Finished: "Abgeschlossen",
      "Nothing to repair": "Nichts zu reparieren",
    },
  },
  pages: [
    {
      path: "",
      title: "Repairs",
      needs: "customers:read",
      menu: { icon: "heart" },
      load: () => import("./repairs-page.tsx"),
    },
  ],
});

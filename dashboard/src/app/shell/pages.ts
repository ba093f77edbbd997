import {
  IconArrowBackUp,
  IconChartBar,
  IconDiscount,
  IconFileImport,
  IconFilePencil,
  IconGift,
  IconHome,
  IconListDetails,
  IconPackages,
  IconServerCog,
  IconSettings,
  IconShoppingBag,
  IconShoppingCartX,
  IconTag,
  IconUsers,
} from "@tabler/icons-react";
import { type Permission, useMay } from "../../data/session/permissions.ts";

/** The pages of the menu and of Ctrl-K. A user sees those that one of these permissions opens; without any it is for all. */
const PAGES = [
  { to: "/", name: "nav.home", icon: IconHome, needs: [] },
  { to: "/orders", name: "nav.orders", icon: IconShoppingBag, needs: ["orders:read"] },
  { to: "/returns", name: "nav.returns", icon: IconArrowBackUp, needs: ["returns:read"] },
  { to: "/draft-orders", name: "nav.drafts", icon: IconFilePencil, needs: ["orders:read"] },
  { to: "/abandoned-carts", name: "nav.abandonedCarts", icon: IconShoppingCartX, needs: ["orders:read"] },
  { to: "/customers", name: "nav.customers", icon: IconUsers, needs: ["customers:read"] },
  { to: "/products", name: "nav.products", icon: IconTag, needs: ["products:read"] },
  { to: "/stock", name: "nav.stock", icon: IconPackages, needs: ["stock:read", "products:read"] },
  { to: "/discounts", name: "nav.discounts", icon: IconDiscount, needs: ["discounts:read"] },
  { to: "/gift-cards", name: "nav.giftCards", icon: IconGift, needs: ["gift-cards:read"] },
  { to: "/price-lists", name: "nav.priceLists", icon: IconListDetails, needs: ["price-lists:read"] },
  { to: "/reports", name: "nav.reports", icon: IconChartBar, needs: ["analytics:read"] },
  { to: "/imports", name: "nav.imports", icon: IconFileImport, needs: ["import-export:read"] },
  { to: "/settings", name: "nav.settings", icon: IconSettings, needs: [] },
  {
    to: "/system",
    name: "nav.system",
    icon: IconServerCog,
    needs: ["webhooks:read", "events:read", "audit:read", "jobs:read"],
  },
] as const satisfies readonly {
  to: string;
  name: string;
  icon: typeof IconHome;
  needs: readonly Permission[];
}[];

export type Page = (typeof PAGES)[number];

export function useVisiblePages(): Page[] {
  const may = useMay();
  return PAGES.filter(({ needs }: { needs: readonly Permission[] }) => needs.length === 0 || needs.some(may));
}

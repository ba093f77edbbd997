import {
  IconApi,
  IconArrowBackUp,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCoins,
  IconDeviceLaptop,
  IconForms,
  IconKey,
  IconMail,
  IconReceiptTax,
  IconShieldLock,
  IconTruck,
  IconUserCircle,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import { type Permission, useMay } from "../../data/session/permissions.ts";

/** The sections of the settings. A user sees those that the permission opens; without one it is for all. */
const SECTIONS = [
  { to: "/settings/profile", name: "profile", icon: IconUserCircle, needs: null },
  { to: "/settings/store", name: "store", icon: IconBuildingStore, needs: "settings:read" },
  { to: "/settings/currencies", name: "currencies", icon: IconCoins, needs: "settings:read" },
  { to: "/settings/regions", name: "regions", icon: IconWorld, needs: "settings:read" },
  { to: "/settings/taxes", name: "taxes", icon: IconReceiptTax, needs: "settings:read" },
  { to: "/settings/shipping", name: "shipping", icon: IconTruck, needs: "settings:read" },
  { to: "/settings/channels", name: "channels", icon: IconDeviceLaptop, needs: "settings:read" },
  { to: "/settings/return-reasons", name: "returnReasons", icon: IconArrowBackUp, needs: "settings:read" },
  { to: "/settings/locations", name: "locations", icon: IconBuildingWarehouse, needs: "stock:read" },
  { to: "/settings/custom-fields", name: "customFields", icon: IconForms, needs: "settings:read" },
  { to: "/settings/mails", name: "mails", icon: IconMail, needs: "notifications:read" },
  { to: "/settings/team", name: "team", icon: IconUsers, needs: "team:read" },
  { to: "/settings/roles", name: "roles", icon: IconShieldLock, needs: "team:read" },
  { to: "/settings/keys", name: "keys", icon: IconKey, needs: "keys:read" },
  { to: "/settings/tokens", name: "tokens", icon: IconApi, needs: "keys:read" },
] as const satisfies readonly {
  to: string;
  name: string;
  icon: typeof IconKey;
  needs: Permission | null;
}[];

export type Section = (typeof SECTIONS)[number];

export function useVisibleSections(): Section[] {
  const may = useMay();
  return SECTIONS.filter(({ needs }) => needs === null || may(needs));
}

import { IconBuildingStore, IconCoins } from "@tabler/icons-react";
import { type Permission, useMay } from "../session/permissions.ts";

/** The sections of the settings. A user sees those that the permission opens; without one it is for all. */
const SECTIONS = [
  { to: "/settings/store", name: "store", icon: IconBuildingStore, needs: "settings:read" },
  { to: "/settings/currencies", name: "currencies", icon: IconCoins, needs: "settings:read" },
] as const satisfies readonly {
  to: string;
  name: string;
  icon: typeof IconCoins;
  needs: Permission | null;
}[];

export type Section = (typeof SECTIONS)[number];

export function useVisibleSections(): Section[] {
  const may = useMay();
  return SECTIONS.filter(({ needs }) => needs === null || may(needs));
}

import {
  type Icon,
  IconBell,
  IconCalendar,
  IconChartBar,
  IconGift,
  IconHeart,
  IconMail,
  IconMap,
  IconPackages,
  IconPuzzle,
  IconReceiptTax,
  IconSettings,
  IconStar,
  IconTag,
  IconTruck,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import type { IconName } from "../../kit/plugins/contract.ts";

const ICONS: Record<IconName, Icon> = {
  bell: IconBell,
  calendar: IconCalendar,
  chart: IconChartBar,
  gift: IconGift,
  heart: IconHeart,
  mail: IconMail,
  map: IconMap,
  package: IconPackages,
  puzzle: IconPuzzle,
  receipt: IconReceiptTax,
  settings: IconSettings,
  star: IconStar,
  tag: IconTag,
  truck: IconTruck,
  users: IconUsers,
  world: IconWorld,
};

/** An unknown name has the icon of plugins. */
export const iconOf = (name: string | undefined): Icon =>
  name !== undefined && Object.hasOwn(ICONS, name) ? ICONS[name as IconName] : IconPuzzle;

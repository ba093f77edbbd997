import type { FieldsByEntity } from "../graph/custom-fields/declaration.ts";
import type { Tradewind } from "../providers/tradewind.ts";
import type { PluginEvents } from "./ports/announced.ts";
import type { PluginChoices } from "./ports/choices.ts";
import type { PluginDashboard } from "./ports/dashboard.ts";
import type { TablesOf } from "./ports/database.ts";
import type { FileUrl } from "./ports/file-url.ts";
import type { ComposePluginMail } from "./ports/mails.ts";
import type { PluginMiddleware } from "./ports/middleware.ts";
import type { ReadPersonalData } from "./ports/personal-data.ts";
import type { PluginRules } from "./ports/rules.ts";
import type { PluginSteps } from "./ports/steps.ts";
import type { PluginJob, PluginSchedule } from "./ports/work.ts";

/**
 * What a plugin adds to a shop: the public part of what a module of the server declares. Everything but its name is optional. What
 * is declared wrongly stops the start, and is named.
 */
export interface Plugin<
  Tables = object,
  Events extends PluginEvents = PluginEvents,
  JobName extends string = string,
> {
  /**
   * Lower-case letters, digits and hyphens: `loyalty-points`. The plugin's schema in the database (`plugin_loyalty_points`), its
   * subscribers and its jobs are stored under this name, so it must not change.
   */
  readonly name: string;
  /** Shown in the log and to operators. */
  readonly version?: string;
  /** `tables<{ balance: BalanceTable }>()` */
  readonly tables?: TablesOf<Tables>;
  /**
   * The folder of numbered SQL files: `new URL("./migrations/", import.meta.url)`. Each `0001_name.sql` runs once, in a transaction
   * of its own, with the plugin's schema as the search path.
   */
  readonly migrations?: FileUrl | string;
  /** What it announces: `{ "loyalty-points.redeemed": Type.Object({ id: Type.String() }) }`. */
  readonly events?: Events;
  /** Fields that products, orders and other rows get: `{ product: { material: { type: "text", label: "Material" } } }`. */
  readonly fields?: FieldsByEntity;
  /** Its work for the job queue, by name. */
  readonly jobs?: Readonly<Record<JobName, PluginJob<Tables>>>;
  /** When jobs run by themselves. */
  readonly schedules?: readonly PluginSchedule[];
  /** By its events, the mails that the shop's mail server sends: `{ "loyalty-points.expired": ({ id }, { shop }) => … }`. */
  readonly mails?: Readonly<Record<string, ComposePluginMail<Tables>>>;
  /** What it has stored about a person, for the export of personal data. */
  readonly personalData?: ReadPersonalData<Tables>;
  /** What runs before routes of the shop or of plugins: `[{ path: "/store/*", handler }]`. */
  readonly middleware?: readonly PluginMiddleware<Tables>[];
  /** Pure functions that accept or refuse, inside of the transaction: `{ line({ line }, { refuse }) { … } }`. */
  readonly rules?: PluginRules;
  /** Pure functions that choose prices, taxes, locations and order numbers. */
  readonly choices?: PluginChoices;
  /** Async functions before and after a completion, while nothing is locked. */
  readonly steps?: PluginSteps<Tables>;
  /** Its pages, cards, columns and settings in the dashboard: the folder of their modules. */
  readonly dashboard?: PluginDashboard;
  /** Providers, subscribers and Fastify routes. Called once in every process, before the database is used. */
  readonly register?: (tradewind: Tradewind<Tables, Events, JobName>) => unknown;
}

/** `export default definePlugin({ name: "loyalty-points", … })` */
export const definePlugin = <
  Tables = object,
  // biome-ignore lint/complexity/noBannedTypes: a plugin without events has none, not any
  const Events extends PluginEvents = {},
  JobName extends string = never,
>(
  plugin: Plugin<Tables, Events, JobName>,
): Plugin<Tables, Events, JobName> => plugin;

import type { Static, TSchema } from "typebox";

/** The events of a plugin: their data by name. A name begins with the plugin's: `loyalty-points.redeemed`. */
export type PluginEvents = Readonly<Record<string, TSchema>>;

export type PluginEventData<Events extends PluginEvents, Name extends keyof Events> = Static<Events[Name]>;

export interface EnqueueOptions {
  /** In seconds, by the clock of the database. */
  readonly after?: number;
  /** Replaces a waiting job of the same name and key. */
  readonly key?: string;
}

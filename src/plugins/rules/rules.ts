import { deepFreeze } from "../../kernel/deep-freeze.ts";
import type { InstalledPlugin } from "../installed-plugin.ts";
import type { PluginChoices } from "../ports/choices.ts";
import type { RuleInputs, RulePoint } from "../ports/rules.ts";
import { PluginCalls } from "./plugin-calls.ts";
import { refusalFrom, refuse } from "./refuse.ts";

interface Declared<Fn> {
  plugin: string;
  /** Its number for the watchdog. */
  call: number;
  run: Fn;
}

type Rule = (input: unknown, help: { refuse: typeof refuse }) => unknown;
type Choice = (input: unknown) => unknown;

/** Without the fields that every input has. */
type DataOf<Point extends RulePoint> = Omit<RuleInputs[Point], "version" | "at">;
type ChoiceInput<Point extends keyof PluginChoices> = Parameters<NonNullable<PluginChoices[Point]>>[0];

const help = Object.freeze({ refuse });

/** What the plugins of the shop decide inside of its transactions. Complete before the server is built. */
export class Rules {
  readonly calls = new PluginCalls();
  private readonly rules: Partial<Record<RulePoint, Declared<Rule>[]>> = {};
  private readonly choices: Partial<Record<keyof PluginChoices, Declared<Choice>>> = {};

  /** The rules and choices of one plugin, which `checkPlugin` has accepted. */
  add({ name: plugin, plugin: { rules = {}, choices = {} } }: InstalledPlugin): void {
    for (const [point, run] of Object.entries(rules) as [RulePoint, Rule][]) {
      this.rules[point] ??= [];
      this.rules[point].push({ plugin, run, call: this.calls.numberOf(plugin, `rules.${point}`) });
    }
    for (const [point, run] of Object.entries(choices) as [keyof PluginChoices, Choice][]) {
      const other = this.choices[point];
      if (other) throw new Error(`choices.${point} is already made by the plugin ${other.plugin}`);
      this.choices[point] = { plugin, run, call: this.calls.numberOf(plugin, `choices.${point}`) };
    }
  }

  has(point: RulePoint): boolean {
    return this.rules[point] !== undefined;
  }

  chooses(point: keyof PluginChoices): boolean {
    return this.choices[point] !== undefined;
  }

  /** Throws the refusal of the first rule that refuses. `input` is called only if there is a rule. */
  decide<Point extends RulePoint>(
    point: Point,
    input: () => DataOf<Point>,
    extra?: (plugin: string) => Partial<DataOf<Point>>,
  ): void {
    const declared = this.rules[point];
    if (declared === undefined) return;
    const shared = withVersion(input());
    for (const { plugin, run, call } of declared) {
      const given = extra ? deepFreeze({ ...shared, ...extra(plugin) }) : shared;
      const returned = this.calls.run(call, () => run(given, help));
      if (returned === undefined || returned === null) continue;
      throw refusalFrom(returned) ?? this.calls.failed(call, "it returned neither nothing nor refuse(…)");
    }
  }

  /** Null if no plugin chooses, or if it leaves the choice to the shop. `check` returns null for what cannot be used. */
  choose<Point extends keyof PluginChoices, Chosen>(
    point: Point,
    input: () => Omit<ChoiceInput<Point>, "version" | "at">,
    check: (returned: unknown, given: Omit<ChoiceInput<Point>, "version" | "at">) => Chosen | null,
  ): Chosen | null {
    const declared = this.choices[point];
    if (declared === undefined) return null;
    const { run, call } = declared;
    const given = withVersion(input());
    const returned = this.calls.run(call, () => run(given));
    if (returned === undefined || returned === null) return null;
    // Its getters may throw.
    const chosen = this.calls.run(call, () =>
      check(returned, given as Omit<ChoiceInput<Point>, "version" | "at">),
    );
    if (chosen === null) throw this.calls.failed(call, "it returned something that cannot be used");
    return chosen;
  }

  /** The refusal of a choice that only the caller can check. */
  unusable(point: keyof PluginChoices, reason: string): Error {
    return this.calls.failed(this.choices[point]!.call, reason);
  }
}

const withVersion = <Data extends object>(data: Data) =>
  deepFreeze({ version: 1 as const, at: new Date().toISOString(), ...data });

/** For code that runs without plugins, such as tests of pure functions. */
export const noRules = new Rules();

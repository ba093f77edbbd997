/** A plugin that cannot be used. The command line prints the message without a stack trace. */
export class PluginProblem extends Error {
  constructor(
    readonly plugin: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`plugin ${plugin}: ${reason}`, options);
  }
}

export const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)) || "it failed without a reason";

/**
 * The routes of plugins, which the description of the API does not have. A program adds those that it calls, in the form that
 * `openapi-typescript` writes: `declare module "@tradewind/client" { interface PluginPaths { "/store/points": { get: … } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: programs extend it.
export interface PluginPaths {}

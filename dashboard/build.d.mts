/** Whether it is built now: it needs the development packages. */
export function buildDashboard(): Promise<boolean>;

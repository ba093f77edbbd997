export function buildClient(folder: string): Promise<void>;

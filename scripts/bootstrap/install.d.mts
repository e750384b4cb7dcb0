export function ensureInstalled(root: string): Promise<boolean>;
export function whyInstall(root: string): string | null;

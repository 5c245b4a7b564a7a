/** From the beginning of one hour to that of another, 0 to 23; null for none. */
export type QuietHours = { readonly fromHour: number; readonly toHour: number } | null;

/** True if the hour of the day is in them. They may go over midnight. */
export function isQuietHour(quiet: QuietHours, hour: number): boolean {
  if (quiet === null) return false;
  const { fromHour, toHour } = quiet;
  return fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour;
}

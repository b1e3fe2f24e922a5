/**
 * Formats a setting on one line, truncated to `maxLength` characters. Returns `notSet` for null and
 * undefined.
 */
export function formatSettingValue(value: unknown, notSet: string, maxLength = 60): string {
  if (value === null || value === undefined) return notSet;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Converts `speedFactor` to `Speed factor`, for settings, actions and subjects without a title. */
export function readableName(name: string): string {
  const text = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

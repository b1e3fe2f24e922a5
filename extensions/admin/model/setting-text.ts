/** A setting's value on one line; long ones are cut, at 60 characters. `notSet` stands for none. */
export function formatSettingValue(value: unknown, notSet: string, maxLength = 60): string {
  if (value === null || value === undefined) return notSet;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** `speedFactor` → `Speed factor`: a setting's name where its schema gives no title. */
export function settingName(name: string): string {
  const text = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

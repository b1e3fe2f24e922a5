/** A setting's value on one line; long ones are cut, at 60 characters. `notSet` stands for none. */
export function valueWords(value: unknown, notSet: string, longest = 60): string {
  if (value === null || value === undefined) return notSet;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** `speedFactor` → `Speed factor`: a setting's name where its schema gives no title. */
export function settingName(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

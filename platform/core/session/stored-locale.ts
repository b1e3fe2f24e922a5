/** Key of the language chosen in this browser; kept over sign-out. */
const KEY = 'clockface.locale';

type LocaleStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the language chosen in this browser; null if none. */
export const storedLocale = (storage: LocaleStorage): string | null => storage.getItem(KEY);

/** Stores the language chosen in this browser; null removes the choice. */
export function storeLocale(storage: LocaleStorage, locale: string | null): void {
  if (locale === null) storage.removeItem(KEY);
  else storage.setItem(KEY, locale);
}

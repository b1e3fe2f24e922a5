/** Key of the language chosen in this browser; kept over sign-out. */
const KEY = 'clockface.locale';

type LocaleStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns the language chosen in this browser; null if none. */
export const storedLocale = (storage: LocaleStorage): string | null => storage.getItem(KEY);

export const storeLocale = (storage: LocaleStorage, locale: string): void =>
  storage.setItem(KEY, locale);

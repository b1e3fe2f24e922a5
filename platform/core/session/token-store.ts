import { storedLocale, storeLocale } from './stored-locale.ts';

const TOKEN_KEY = 'clockface.token';

/** Used subset of `localStorage`. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> & {
  readonly length: number;
  key(index: number): string | null;
};

/** Access token in local storage, shared by all tabs of a browser. */
export interface TokenStore {
  get(): string | null;
  set(token: string): void;
  remove(): void;
  /** Clears all storage of this origin, including the token, except the language. */
  clearAll(): void;
  /** True if a storage event of another tab concerns the token. */
  concerns(event: Pick<StorageEvent, 'key'>): boolean;
}

export function createTokenStore(storage: KeyValueStorage): TokenStore {
  return {
    get: () => storage.getItem(TOKEN_KEY),
    set: (token) => storage.setItem(TOKEN_KEY, token),
    remove: () => storage.removeItem(TOKEN_KEY),
    clearAll() {
      const locale = storedLocale(storage);
      storage.clear();
      if (locale !== null) storeLocale(storage, locale);
    },
    // A null key means that the other tab cleared the storage.
    concerns: (event) => event.key === null || event.key === TOKEN_KEY,
  };
}

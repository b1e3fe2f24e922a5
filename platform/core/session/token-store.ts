import { storedLocale, storeLocale } from './stored-locale.ts';

const TOKEN_KEY = 'clockface.token';
/** Keys of values that belong to the machine, e.g. the scanner beside it. */
const MACHINE_PREFIX = 'clockface.workstation.';

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
  /**
   * Clears all storage of this origin, including the token, except the language and the values of
   * the machine.
   */
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
      const kept = machineValues(storage);
      storage.clear();
      for (const [key, value] of kept) storage.setItem(key, value);
      if (locale !== null) storeLocale(storage, locale);
    },
    // A null key means that the other tab cleared the storage.
    concerns: (event) => event.key === null || event.key === TOKEN_KEY,
  };
}

function machineValues(storage: KeyValueStorage): readonly (readonly [string, string])[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).flatMap((key) => {
    const value = key?.startsWith(MACHINE_PREFIX) ? storage.getItem(key) : null;
    return key === null || value === null ? [] : [[key, value] as const];
  });
}

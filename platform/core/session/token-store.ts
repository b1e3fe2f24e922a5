const TOKEN_KEY = 'clockface.token';

/** The part of `localStorage` that is used. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> & {
  readonly length: number;
  key(index: number): string | null;
};

/** The access token in local storage, shared by all tabs of one browser. */
export interface TokenStore {
  get(): string | null;
  set(token: string): void;
  remove(): void;
  /** Everything that this origin keeps, the token included. */
  clearAll(): void;
  /** True when a storage event of another tab concerns the token. */
  concerns(event: Pick<StorageEvent, 'key'>): boolean;
}

export function createTokenStore(storage: KeyValueStorage): TokenStore {
  return {
    get: () => storage.getItem(TOKEN_KEY),
    set: (token) => storage.setItem(TOKEN_KEY, token),
    remove: () => storage.removeItem(TOKEN_KEY),
    clearAll: () => storage.clear(),
    // A null key tells that the other tab cleared all.
    concerns: (event) => event.key === null || event.key === TOKEN_KEY,
  };
}

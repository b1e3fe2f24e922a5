const KEY = 'clockface.sign-in.email';

/** Stores the typed e-mail address in this tab, because changing the language reloads the page. */
export function storeTypedEmail(storage: Storage, email: string): void {
  storage.setItem(KEY, email);
}

/** Returns the stored e-mail address and removes it from the storage; empty if none is stored. */
export function takeTypedEmail(storage: Storage): string {
  const email = storage.getItem(KEY) ?? '';
  storage.removeItem(KEY);
  return email;
}

/** The light door: what the sign-in page needs before the rest of the program is fetched. */
export { createTokenStore, type KeyValueStorage, type TokenStore } from './session/token-store.ts';

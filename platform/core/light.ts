/** The light door: what the sign-in page needs before the rest of the program is fetched. */
export { type Activity, createActivity } from './session/activity.ts';
export { createTokenStore, type KeyValueStorage, type TokenStore } from './session/token-store.ts';

/**
 * Small entry point with what the sign-in page needs before the rest of the application is loaded.
 */
export { type Activity, createActivity } from './session/activity.ts';
export { createTokenStore, type KeyValueStorage, type TokenStore } from './session/token-store.ts';

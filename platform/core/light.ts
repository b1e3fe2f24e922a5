/**
 * Small entry point with what the sign-in page and boot previews need before the rest of the
 * application is loaded.
 */
export { type HangableImage, hang } from './registries/hanging.ts';
export { type Activity, createActivity } from './session/activity.ts';
export { coronalSlabMmOf, firstLayoutOf } from './session/reading-preferences.ts';
export { storedLocale, storeLocale } from './session/stored-locale.ts';
export { createTokenStore, type KeyValueStorage, type TokenStore } from './session/token-store.ts';

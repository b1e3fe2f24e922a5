import type { PlatformServices } from '#core';
import { storedLocale, storeLocale } from '#core/light';
import { availableLocales, currentLocale } from '#foundation';

/** Code of the user preference with the language. */
const PREFERENCE_CODE = 'display.locale';

/**
 * Stores the language in this browser and reloads the page, because texts are read when modules
 * load. Drafts survive the reload.
 */
export function changeLocale(page: Window, locale: string): void {
  storeLocale(page.localStorage, locale);
  if (storedLocale(page.localStorage) === locale) page.location.reload();
}

/** Saves the language in the user's preferences, then changes it; a failed save is reported. */
export async function changeAccountLocale(
  page: Window,
  { preferences, notices }: Pick<PlatformServices, 'preferences' | 'notices'>,
  locale: string,
): Promise<void> {
  const previous = storedLocale(page.localStorage);
  // Preferences change before the server has answered. The stored language keeps
  // `followAccountLocale` from a reload, which would cancel the save.
  storeLocale(page.localStorage, locale);
  const saved = await preferences.save(PREFERENCE_CODE, locale);
  if (saved.ok) {
    changeLocale(page, locale);
    return;
  }
  storeLocale(page.localStorage, previous);
  notices.showProblem(saved.problem);
}

/**
 * Changes the language of the page to that of the account once its preferences are known. An
 * account without a choice, and an unknown language, keep the language of the browser.
 */
export function followAccountLocale(
  page: Window,
  { preferences }: Pick<PlatformServices, 'preferences'>,
): void {
  preferences.store.subscribe(({ ready, values }) => {
    const locale = values.get(PREFERENCE_CODE);
    if (!ready || locale === undefined || !availableLocales().includes(locale)) return;
    if (locale !== currentLocale() && locale !== storedLocale(page.localStorage)) {
      changeLocale(page, locale);
    }
  });
}

/** Language in which the texts are written; every other language is a translation of it. */
export const ENGLISH = 'en';

interface LocaleState {
  /** BCP 47 tag of the displayed language. */
  readonly current: string;
  /** Tags that a user can choose, English first. */
  readonly available: readonly string[];
}

let state: LocaleState = { current: ENGLISH, available: [ENGLISH] };

/**
 * Sets the language of this process. The page calls it once before any other module formats a
 * value; the server never does, because its logs and messages are English.
 */
export function setLocale(current: string, available: readonly string[]): void {
  state = { current, available };
}

/** Returns the BCP 47 tag of the displayed language. */
export const currentLocale = (): string => state.current;

/** Returns the tags of all languages that a user can choose, English first. */
export const availableLocales = (): readonly string[] => state.available;

/**
 * Returns the tag for `Intl`. English is formatted as in Britain, also for the pseudo-locale
 * `en-XA`, which `Intl` does not know.
 */
export function formatLocale(): string {
  return /^en(?:-|$)/.test(state.current) ? 'en-GB' : state.current;
}

/** Returns the name of a language in that language: `Deutsch` for `de`. */
export const languageName = (locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;

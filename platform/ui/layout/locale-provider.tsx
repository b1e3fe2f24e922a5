import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { formatLocale } from '#foundation';

/** Gives React Aria the language of the page, for its own messages and formats. */
export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return <I18nProvider locale={formatLocale()}>{children}</I18nProvider>;
}

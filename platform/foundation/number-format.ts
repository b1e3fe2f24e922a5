import { formatLocale } from './locale.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the language of the page: `1,284` in English, `1.284` in German. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const locale = formatLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format.format(value);
}

/** Formats a measurement with fixed decimals and without grouping: `12.30`, in German `12,30`. */
export function formatFixed(value: number, digits: number): string {
  const separator = formatNumber(0.5).charAt(1);
  return value.toFixed(digits).replace('.', separator);
}

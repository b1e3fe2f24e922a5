import {
  type ErrorResponse,
  type FieldError,
  fieldErrorText,
  type MessageValues,
} from '#contracts';
import { type Problem, type TextEntry, type TextTree, translationOf } from '#foundation';

/**
 * Returns the text of an error response in the language of the page; the English text of the server
 * for codes without a translation. Removes the final full stop, because the text becomes a title.
 */
export function messageText({ code, values = {}, message }: ErrorResponse): string {
  return (translatedText(code, values) ?? message).replace(/\.$/, '');
}

/**
 * Returns a Problem of the server with title and next step in the language of the page; unchanged
 * for codes without a translation. The detail stays English.
 */
export function problemInLanguage<P extends Pick<Problem, 'code' | 'title' | 'next'>>(
  problem: P,
): P {
  return { ...problem, ...problemTexts(problem.code) };
}

/** Returns field errors with their texts in the language of the page. */
export function fieldsInLanguage(fields: readonly FieldError[]): readonly FieldError[] {
  return fields.map((field) => ({ ...field, message: fieldErrorText(field) ?? field.message }));
}

/** Returns the translation of a code; null without one, and on English pages. */
function translatedText(code: string | undefined, values: MessageValues): string | null {
  if (code === undefined) return null;
  const text = entryOf('server-messages', code);
  // The parameters of a text are known only to its catalogue, because the code arrives at run time.
  if (typeof text === 'function') return (text as (values: MessageValues) => string)(values);
  if (typeof text === 'string') return text;
  const problem = problemTexts(code);
  return problem === null ? null : `${problem.title}. ${problem.next}`;
}

/** Returns the translated texts of a problem code; null without a translation. */
function problemTexts(code: string): { readonly title: string; readonly next: string } | null {
  const texts = entryOf('server-problems', code);
  if (typeof texts !== 'object') return null;
  const { title, next } = texts;
  return typeof title === 'string' && typeof next === 'string' ? { title, next } : null;
}

/** Returns the entry of a translated area; undefined if the area lacks the key. */
function entryOf(area: string, key: string): TextEntry | TextTree | undefined {
  const texts = translationOf(area);
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

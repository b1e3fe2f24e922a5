import * as z from 'zod';
import type { FieldError } from './errors.ts';
import { type FieldTextCode, fieldTexts } from './texts/field-texts.ts';
import { issueTexts } from './texts/issue-texts.ts';

type Values = NonNullable<FieldError['values']>;
/** A code and the values of its text. */
type CodedError = Pick<FieldError, 'code' | 'values'>;

/**
 * Makes every schema of this process return the texts of the product instead of those of the schema
 * library. Call once at start.
 */
export function installIssueTexts(): void {
  z.config({
    customError: (issue) => {
      const isMissing = issue.input === undefined || (issue.input === '' && issue.minimum === 1);
      return isMissing ? fieldTexts.REQUIRED : issueText(issue.code, valuesOf(issue));
    },
  });
}

/** Builds the error of a field, in English on the server. */
export function fieldError(field: string, code: FieldTextCode, values?: Values): FieldError {
  const message = fieldErrorText({ code, values }) ?? code;
  return values === undefined ? { field, code, message } : { field, code, values, message };
}

/**
 * Returns code and values of an issue: the code of the product's text if the schema sets one, else
 * code and values of the schema library.
 */
export function codeOfIssue(issue: z.core.$ZodIssue): CodedError {
  const params = issue.code === 'custom' ? issue.params : undefined;
  if (params !== undefined) return { code: String(params.code), values: params.values };
  const textCode = codesByText.get(issue.message);
  if (textCode !== undefined) return { code: textCode };
  return { code: issue.code, values: valuesOf({ ...issue }) };
}

/** Returns the text of a field error in the language of the page; null for an unknown code. */
export function fieldErrorText({ code, values = {} }: CodedError): string | null {
  if (!Object.hasOwn(fieldTexts, code)) return issueText(code, values);
  // Types can't express that code and values of a response belong together.
  const text = fieldTexts[code as FieldTextCode] as string | ((values: Values) => string);
  return typeof text === 'string' ? text : text(values);
}

const codesByText = new Map<string, string>(
  Object.entries(fieldTexts).flatMap(([code, text]) =>
    typeof text === 'string' ? [[text, code]] : [],
  ),
);

/** Returns the parts of an issue that its text contains; exclusive limits as `above` and `below`. */
function valuesOf(issue: Readonly<Record<string, unknown>>): Values {
  const { origin, minimum, maximum, inclusive, expected, format, divisor, values } = issue;
  const parts = {
    origin,
    [inclusive === false ? 'above' : 'minimum']: minimum,
    [inclusive === false ? 'below' : 'maximum']: maximum,
    expected,
    format,
    divisor,
    options: Array.isArray(values) ? values.map(String) : undefined,
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => {
      if (typeof part === 'bigint') return [[name, String(part)]];
      return typeof part === 'string' || typeof part === 'number' || Array.isArray(part)
        ? [[name, part]]
        : [];
    }),
  );
}

/** Returns the text of an issue of the schema library; null for other codes or without values. */
function issueText(code: string | undefined, values: Values): string | null {
  switch (code) {
    case 'invalid_type':
      return textFor(issueTexts.type, values.expected);
    case 'invalid_format':
      return textFor(issueTexts.format, values.format);
    case 'too_small':
    case 'too_big':
      return limitText(values);
    case 'not_multiple_of':
      return values.divisor === undefined ? null : issueTexts.multipleOf(Number(values.divisor));
    case 'invalid_value':
      return Array.isArray(values.options) ? issueTexts.oneOf(values.options) : null;
    case 'unrecognized_keys':
      return fieldTexts.UNKNOWN_FIELD;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return issueTexts.type.other;
    default:
      return null;
  }
}

function limitText({ origin, minimum, maximum, above, below }: Values): string | null {
  if (above !== undefined) return issueTexts.moreThan(String(above));
  if (below !== undefined) return issueTexts.lessThan(String(below));
  const isMinimum = minimum !== undefined;
  if (!isMinimum && maximum === undefined) return null;
  const limit = Number(minimum ?? maximum);
  if (origin === 'string') {
    return isMinimum ? issueTexts.atLeastCharacters(limit) : issueTexts.upToCharacters(limit);
  }
  if (origin === 'number' || origin === 'int' || origin === 'bigint') {
    return isMinimum ? issueTexts.atLeast(String(limit)) : issueTexts.upTo(String(limit));
  }
  return isMinimum ? issueTexts.atLeastItems(limit) : issueTexts.upToItems(limit);
}

/** Returns the text for a name, `other` for unknown names; null if the name is not a string. */
function textFor(texts: { readonly other: string }, name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const entries: Readonly<Record<string, string>> = texts;
  return (Object.hasOwn(entries, name) ? entries[name] : undefined) ?? texts.other;
}

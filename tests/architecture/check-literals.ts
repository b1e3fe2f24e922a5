import type { SourceFile } from './check-imports.ts';
import type { StrayText } from './check-texts.ts';
import { type Literal, readLiterals } from './read-literals.ts';

/**
 * Names whose values are user-facing texts: `phaseText`, `PLANE_TITLE`, `NAMES`, `leftLabel`,
 * `reason`.
 */
const TEXT_WORDS =
  'words?|texts?|titles?|labels?|names?|sentences?|messages?|reasons?|examples|hints?|details?|descriptions?|placeholder|help|next|why';
const TEXT_NAME = new RegExp(`(?:^|[a-z]|_)(?:${TEXT_WORDS})$|^(?:format|describe)(?=[A-Z])`, 'i');
const TEXT_FILE = new RegExp(`(?:^|[/-])(?:${TEXT_WORDS})\\.ts$|/format-[a-z-]+\\.ts$`);

/** Fields that also display a single lower-case word. */
const TEXT_FIELD =
  /^(?:label|title|text|reason|hint|help|placeholder|description|detail|next|\w*Word)$/;

/** Calls whose texts only developers see: thrown errors, log lines, scope names. */
const DEVELOPER_CALLS =
  /(?:\bnew (?!ProblemError)\w*Error|\bassertNever|\bnew Scope|\.child|\bcreateToken|(?:\b|#)(?:log|logger|console|\w+Logger)(?:\.\w+)+)(?:<[^>]*>)?\($/;
/** Calls that pass text to the browser and not to a user. */
const BROWSER_CALLS =
  /\b(?:closest|matches|querySelector(?:All)?|matchMedia|(?:get|set|has)Attribute|Intl\.\w+|toLocale\w+|localeCompare|getElementById|addEventListener)(?:<[^>]*>)?\($/;
const NOTICE = /\bnotices\.show\($/;

/** A shader program. */
const SHADER_BEFORE = /\bglsl\s*$/;

/** Code in a string: `[role=menu], input`, `(min-width: 60rem)`, `Bearer x`, `/scan?study=x`. */
const CODE = /\[[\w-]+(?:[~^$*|]?=|\])|^\([\w-]+: |^Bearer |^\//;
/** Two words, or one word and a value: `Saved at {}`, `{} mm FN`. Does not match a unit alone. */
const SEVERAL_WORDS = /\p{L}{2}[^\s]*\s+\S*[\p{L}{]|[\p{L}}]\S*\s+\p{L}{2}/u;
const SENTENCE = /^\p{Lu}\S*\p{L}[.?!…]$/u;
const CAPITALISED = /^\s*\p{Lu}\p{Ll}+\s*$/u;
const LOWER_CASE = /^\p{Ll}+$/u;
const WORD = /\p{L}{2}/u;
const UNITS = /(?<!\p{L})(?:mm|px|min|ms|kB|KB|MB|GB|MHz|dB)(?!\p{L})/gu;

/**
 * Code before literals that are never displayed: types, module names, comparisons. `check-texts.ts`
 * covers texts in JSX.
 */
const ID_BEFORE =
  /(?:\bfrom|\bimport|\bimport\(|[=!]==|\bcase|\bin|(?<!\|)\||<|\bkeyof|\bas|[\w>]\[|[\w-]=|\b(?:id|key|className|placement|data-[\w-]+)=\{[^{}]*|\.(?:replace|replaceAll|startsWith|endsWith|includes|indexOf|split)\()\s*$/;
const ID_AFTER = /^\s*(?:\|(?!\|)|[=!]==)/;
const VALUE_BEFORE = /(?:\breturn|=>|[?:]|\|\|)\s*$/;
const ID_FIELD = /^(?:id|key|code|kind|type|className)$/;
/** `label: `, also before a conditional: `label: done ? `, `label: done ? '' : `. */
const FIELD_BEFORE = /(?:^|[{,;(\s])'?([\w$]+)'?\s*:\s*(?:[^,;{}:]*\?\s*(?:[\w.']+\s*:\s*)?)?$/;

/** Returns user-facing texts outside of a catalogue in files without JSX (`.ts`). */
export function strayLiterals({ path, text }: SourceFile): readonly StrayText[] {
  const isInTextFile = TEXT_FILE.test(path);
  return readLiterals(text)
    .filter((literal) => isUserText(literal, text, isInTextFile))
    .map((literal) => ({
      path,
      line: text.slice(0, literal.at).split('\n').length,
      text: literal.text.replace(/\s+/g, ' ').trim(),
    }));
}

function isUserText(literal: Literal, source: string, isInTextFile: boolean): boolean {
  const { text, before } = literal;
  const plain = text.replace(UNITS, '');
  if (!WORD.test(plain.replaceAll('{}', '')) || CODE.test(text)) return false;
  if (SHADER_BEFORE.test(before)) return false;
  if (ID_BEFORE.test(before) || ID_AFTER.test(source.slice(literal.end))) return false;
  if (ID_FIELD.test(fieldOf(before))) return false;
  const call = innermostCall(literal);
  if (DEVELOPER_CALLS.test(call) || BROWSER_CALLS.test(call)) return false;
  if (SEVERAL_WORDS.test(plain) || SENTENCE.test(text)) return true;
  if (NOTICE.test(call) && before.trimEnd().endsWith(',')) return true;
  const isTextSource = isInTextFile || isInTextFunction(literal);
  if (CAPITALISED.test(text)) return isTextSource || TEXT_NAME.test(fieldOf(before));
  if (TEXT_FIELD.test(fieldOf(before)) && LOWER_CASE.test(text)) return true;
  return isTextSource && /\breturn\b[^;{}]*$/.test(before) && VALUE_BEFORE.test(before);
}

function fieldOf(before: string): string {
  return FIELD_BEFORE.exec(before)?.[1] ?? '';
}

/**
 * Returns the call whose argument, or part of an argument, the literal is; '' inside a nested
 * function.
 */
function innermostCall({ around }: Literal): string {
  for (const head of [...around].reverse()) {
    if (/(?:=>|\)|\belse|[\w>\]] )\s*\{$/.test(head)) return '';
    if (/[\w>]\($/.test(head)) return head;
  }
  return '';
}

const DECLARED = /(?:function|const|get)\s+(\w+)[^;]*$/;

function isInTextFunction({ around, before }: Literal): boolean {
  return [...around, before].some((code) => TEXT_NAME.test(DECLARED.exec(code)?.[1] ?? ''));
}

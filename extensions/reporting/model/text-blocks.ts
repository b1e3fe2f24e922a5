import * as z from 'zod';
import { REPORT_LANGUAGES, type ReportLanguage } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { ABBREVIATION_PATTERN, checkMacro, isAbbreviation, sharesAbbreviation } from '#report';
import { textBlockTexts } from '../texts/text-block-texts.ts';

const { errors } = textBlockTexts;

export const MAX_NAME = 80;
export const MAX_TEXT = 4_000;

const fieldsSchema = z.object({
  name: z.string().min(1).max(MAX_NAME),
  /** Typed after a semicolon. */
  abbreviation: z.string().refine(isAbbreviation),
  /** Text with placeholders of `expandMacro`. */
  text: z.string().min(1).max(MAX_TEXT),
  /** Null for reports in any language. */
  language: z.enum(REPORT_LANGUAGES).nullable().default(null),
});

/**
 * Text blocks in the settings of a site. One whose abbreviation the server lists as a problem is found
 * by search only.
 */
export const siteBlocksSchema = z
  .array(fieldsSchema.extend({ abbreviation: z.string().min(1).max(20) }))
  .max(200);

const ownBlocksSchema = z.array(fieldsSchema.extend({ id: z.string().min(1).max(64) }));

/** A text that an abbreviation inserts into a report. */
export type TextBlockFields = Readonly<z.output<typeof fieldsSchema>>;
/** A text block of a reader. */
export type TextBlock = TextBlockFields & { readonly id: string };

/**
 * Reads the text blocks of a reader from their preference; none for null. Fails for an unknown form
 * (TEXT_BLOCKS_UNREADABLE), so that no later save replaces them.
 */
export function parseTextBlocks(stored: string | null): Result<readonly TextBlock[]> {
  if (stored === null) return ok([]);
  const read = ownBlocksSchema.safeParse(jsonOf(stored));
  if (read.success) return ok(read.data);
  const { title, detail, next } = errors.unreadable;
  return fail(problem('TEXT_BLOCKS_UNREADABLE', title, detail, next));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Errors of the form of a text block, by field; an empty object for a valid one. */
export type TextBlockErrors = Readonly<Partial<Record<'name' | 'abbreviation' | 'text', string>>>;

/** Checks a text block against the other ones of its reader. */
export function textBlockErrors(block: TextBlock, own: readonly TextBlock[]): TextBlockErrors {
  const isTaken = own.some((other) => other.id !== block.id && sharesAbbreviation(other, block));
  const macro = checkMacro(block.text);
  return {
    ...(block.name.trim() === '' ? { name: errors.name } : {}),
    ...(isAbbreviation(block.abbreviation)
      ? isTaken
        ? { abbreviation: errors.taken }
        : {}
      : { abbreviation: errors.abbreviation }),
    ...(block.text.trim() === ''
      ? { text: errors.text }
      : macro.ok
        ? {}
        : { text: `${macro.problem.detail} ${macro.problem.next}` }),
  };
}

const folded = (text: string): string => text.toLowerCase();

/** Returns the text blocks for a language; those of the reader replace those of the site. */
export function blocksFor(
  own: readonly TextBlock[],
  site: readonly TextBlockFields[],
  language: ReportLanguage,
): readonly TextBlockFields[] {
  const fits = (block: TextBlockFields): boolean =>
    block.language === null || block.language === language;
  const ownFitting = own.filter(fits);
  const taken = new Set(ownFitting.map(({ abbreviation }) => folded(abbreviation)));
  const siteFitting = site.filter((block) => fits(block) && !taken.has(folded(block.abbreviation)));
  return [...ownFitting, ...siteFitting];
}

/** Returns the text block of an abbreviation, upper and lower case alike. */
export const findBlock = (
  blocks: readonly TextBlockFields[],
  abbreviation: string,
): TextBlockFields | undefined =>
  blocks.find((block) => folded(block.abbreviation) === folded(abbreviation));

/** An abbreviation before the cursor: its start with the semicolon, and the letters after it. */
export interface TypedAbbreviation {
  readonly start: number;
  readonly abbreviation: string;
}

const TYPED = new RegExp(`(?:^|[\\s(,.:;/])(;(${ABBREVIATION_PATTERN}))$`, 'u');

/** Returns the abbreviation that ends at the cursor; null in other text, e.g. within a word. */
export function abbreviationBefore(text: string, cursor: number): TypedAbbreviation | null {
  const match = TYPED.exec(text.slice(0, cursor));
  const [, typed, abbreviation] = match ?? [];
  if (typed === undefined || abbreviation === undefined) return null;
  return { start: cursor - typed.length, abbreviation };
}

import type { LetterCategory, ReportContent, ReportLanguage } from '#contracts';
import { type LetterBreast, letterBreasts, nextCategory } from './letter-category.ts';
import {
  differsFromReport,
  imagingTexts,
  type LetterRecommendation,
  letterFollowUpMonths,
  letterRecommendations,
} from './letter-management.ts';
import {
  fillPlaceholders,
  isLetterPlaceholder,
  LETTER_TEMPLATES_VERSION,
  type LetterPlaceholder,
  type LetterTextId,
  letterText,
  letterWords,
  placeholdersOf,
  type SiteLetterTexts,
} from './letter-templates.ts';

/** What a letter reads beside the content of the signed report. */
export interface LetterRecord {
  readonly content: ReportContent;
  /** What the signed findings recommend, as codes of the list RECOMMENDATION. */
  readonly findingRecommendations: readonly string[];
  readonly language: ReportLanguage;
  /** First and last name as the letter addresses the patient. */
  readonly patient: string;
  /** Calendar day of the examination, YYYY-MM-DD; null if unknown. */
  readonly examinationDay: string | null;
  /** Calendar day of the signature, YYYY-MM-DD; the follow-up counts from it without an examination. */
  readonly signedDay: string;
  /** Name of the organization. */
  readonly site: string;
  /** Phone number or address for questions; null if the site sets none. */
  readonly contact: string | null;
  /** Name of the referring doctor; null if the record has none. */
  readonly doctor: string | null;
  /** Whether the letter states the density of the tissue. */
  readonly withDensity: boolean;
  readonly siteTexts: SiteLetterTexts;
}

/** A letter to the patient, in plain words of its language. */
export interface Letter {
  readonly language: ReportLanguage;
  readonly templates: number;
  readonly subject: string;
  readonly salutation: string;
  readonly paragraphs: readonly string[];
  readonly closing: string;
  /** Categories of the breasts and of the recommendation. */
  readonly categories: readonly LetterCategory[];
  /** Whether the letter omits or contradicts what the report recommends. */
  readonly differsFromReport: boolean;
}

/** Why a letter can't be written. */
export type LetterFault =
  | { readonly code: 'NO_CATEGORY' }
  | {
      readonly code: 'UNKNOWN_PLACEHOLDER' | 'MISSING_VALUE';
      /** Id of the text, e.g. 'B3'. */
      readonly text: string;
      readonly placeholder: string;
    };

export type ComposedLetter =
  | { readonly letter: Letter; readonly fault: null }
  | { readonly letter: null; readonly fault: LetterFault };

/**
 * Composes the letter of a signed report. Breasts of different categories get a paragraph each; the
 * most severe category decides what happens next. A placeholder that is unknown or has no value is
 * a fault, because a gap in a letter is easily overlooked.
 */
export function composeLetter(record: LetterRecord): ComposedLetter {
  const breasts = letterBreasts(record.content);
  const recommended = letterRecommendations(record.content, record.findingRecommendations);
  const next = nextCategory(breasts, recommended);
  if (breasts.length === 0 || next === null)
    return { letter: null, fault: { code: 'NO_CATEGORY' } };
  const written = partsOf(record, { breasts, next, recommended }).map((part) =>
    writePart(part, record),
  );
  const fault = written.map((one) => one.fault).find((one) => one !== null);
  if (fault !== undefined) return { letter: null, fault };
  const textOf = (role: PartRole): readonly string[] =>
    written.flatMap((one) => (one.role === role ? splitParagraphs(one.text) : []));
  return {
    fault: null,
    letter: {
      language: record.language,
      templates: LETTER_TEMPLATES_VERSION,
      subject: textOf('subject').join(' '),
      salutation: textOf('salutation').join(' '),
      paragraphs: textOf('body'),
      closing: textOf('closing').join(' '),
      categories: [...new Set([...breasts.map(({ category }) => category), next])],
      differsFromReport: differsFromReport(breasts, recommended, {
        next,
        texts: new Set(written.filter(({ text }) => text.trim() !== '').map(({ id }) => id)),
        hasDate: written.some(({ names }) => names.includes('followUp')),
      }),
    },
  };
}

const splitParagraphs = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

type PartRole = 'subject' | 'salutation' | 'body' | 'closing';

interface Part {
  readonly role: PartRole;
  readonly id: LetterTextId;
  /** Breasts that the text describes. */
  readonly side: 'R' | 'L' | 'B';
}

interface Result {
  readonly breasts: readonly LetterBreast[];
  readonly next: LetterCategory;
  readonly recommended: readonly LetterRecommendation[];
}

/** Returns the texts of a letter in their order. */
function partsOf(
  { content, examinationDay, contact, withDensity }: LetterRecord,
  { breasts, next, recommended }: Result,
): readonly Part[] {
  const examined = breasts.length > 1 ? 'B' : (breasts[0]?.side ?? 'B');
  const body = (id: LetterTextId, side: Part['side'] = examined): Part => ({
    role: 'body',
    id,
    side,
  });
  const isDated = examinationDay !== null;
  return [
    { role: 'subject', id: isDated ? 'subject' : 'subjectUndated', side: examined },
    { role: 'salutation', id: 'salutation', side: examined },
    body(isDated ? 'opening' : 'openingUndated'),
    ...resultsOf(breasts).map(({ category, side }) => body(`B${category}`, side)),
    body(`B${next}Next`),
    ...imagingTexts(recommended).map((id) => body(id)),
    ...(letterFollowUpMonths(content) === null ? [] : [body('followUp')]),
    ...(withDensity ? densityParts(content).map((id) => body(id)) : []),
    body('selfCare'),
    body(contact === null ? 'contactUnknown' : 'contact'),
    { role: 'closing', id: 'closing', side: examined },
  ];
}

interface Outcome {
  readonly category: LetterCategory;
  readonly side: 'R' | 'L' | 'B';
}

/** Returns one result for breasts of the same category, else one for each breast. */
function resultsOf(breasts: readonly LetterBreast[]): readonly Outcome[] {
  const [first, second] = breasts;
  if (first === undefined || second === undefined) return breasts;
  return first.category === second.category ? [{ category: first.category, side: 'B' }] : breasts;
}

function densityParts({ left, right }: ReportContent): readonly LetterTextId[] {
  const densities = [left?.breastDensity, right?.breastDensity].filter((one) => one != null);
  if (densities.length === 0) return [];
  const isDense = densities.some((one) => one === 'HETERO' || one === 'EXTREME');
  return [isDense ? 'densityDense' : 'densityOther'];
}

interface WrittenPart extends Pick<Part, 'role' | 'id'> {
  /** Placeholders of the text. */
  readonly names: readonly string[];
  readonly text: string;
  readonly fault: LetterFault | null;
}

function writePart({ role, id, side }: Part, record: LetterRecord): WrittenPart {
  const values = valuesOf(record, side);
  const template = letterText(id, record.language, record.siteTexts);
  const names = placeholdersOf(template);
  const unknown = names.find((name) => !isLetterPlaceholder(name));
  const missing = names.find((name) => isLetterPlaceholder(name) && values[name] === null);
  const fault = (code: 'UNKNOWN_PLACEHOLDER' | 'MISSING_VALUE', placeholder: string) =>
    ({ role, id, names, text: '', fault: { code, text: id, placeholder } }) as const;
  if (unknown !== undefined) return fault('UNKNOWN_PLACEHOLDER', unknown);
  if (missing !== undefined) return fault('MISSING_VALUE', missing);
  const text = fillPlaceholders(template, (name) =>
    isLetterPlaceholder(name) ? values[name] : null,
  );
  return { role, id, names, text, fault: null };
}

function valuesOf(
  record: LetterRecord,
  side: Part['side'],
): Readonly<Record<LetterPlaceholder, string | null>> {
  const words = letterWords(record.language);
  const { content, examinationDay, signedDay } = record;
  const months = letterFollowUpMonths(content);
  return {
    patient: record.patient,
    date: examinationDay === null ? null : dayInWords(examinationDay, words.locale),
    site: record.site,
    contact: record.contact,
    followUp:
      months === null ? null : monthInWords(examinationDay ?? signedDay, months, words.locale),
    doctor: record.doctor ?? words.doctor,
    breasts: words.breasts[side],
  };
}

function dayInWords(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** Returns the month that lies some months after a day, e.g. 'May 2027'. */
function monthInWords(day: string, months: number, locale: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(Date.UTC(year, month - 1 + months, 1)));
}

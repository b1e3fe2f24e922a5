import * as z from 'zod';
import { REPORT_LANGUAGES } from './report.ts';

/** Categories of a letter to the patient; 4A, 4B and 4C have the same text. */
export const LETTER_CATEGORIES = ['0', '1', '2', '3', '4', '5', '6'] as const;
export type LetterCategory = (typeof LETTER_CATEGORIES)[number];

/** What the reader checks before the letter leaves the site. */
export const LETTER_WARNINGS = [
  /** The site explains results of this category in person first. */
  'IN_PERSON',
  /** The letter omits or contradicts what the report or a finding recommends. */
  'MANAGEMENT',
  /** The signed report has addenda, which the letter does not contain. */
  'ADDENDUM',
  /** An addendum is being written. */
  'OPEN_ADDENDUM',
  /** A recommendation has text of the reader, which the letter does not contain. */
  'OWN_TEXT',
] as const;
export type LetterWarning = (typeof LETTER_WARNINGS)[number];

export const letterQuerySchema = z.strictObject({
  /** Absent: the language of the report. */
  language: z.enum(REPORT_LANGUAGES).optional(),
});

/** The text of a letter to the patient before it is printed. */
export const reportLetterSchema = z.object({
  language: z.enum(REPORT_LANGUAGES),
  /** Version number of the report, which the name of the PDF contains. */
  number: z.number().int().positive(),
  subject: z.string(),
  salutation: z.string(),
  paragraphs: z.array(z.string()),
  closing: z.string(),
  /** Name of the person who signed the report. */
  signer: z.string(),
  /** Categories of the breasts and of the recommendation. */
  categories: z.array(z.enum(LETTER_CATEGORIES)),
  warnings: z.array(z.enum(LETTER_WARNINGS)),
});
export type ReportLetter = z.infer<typeof reportLetterSchema>;

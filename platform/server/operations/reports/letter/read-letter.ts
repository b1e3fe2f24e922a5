import type { Kysely } from 'kysely';
import {
  type LetterWarning,
  type ReportContent,
  type ReportLanguage,
  type ServerMessage,
  serverMessage,
} from '#contracts';
import { composeLetter, LETTER_PLACEHOLDERS, type Letter, type LetterFault } from '#report';
import type { Database } from '../../../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../../http/error-response.ts';
import type { ReportRow } from '../../../records/reports/report-rows.ts';
import type { Site } from '../../../site/site.ts';
import { timeZoneOf } from '../../../site/time-zone.ts';
import { examinationOf } from '../frozen-examination.ts';
import type { FrozenReport } from '../frozen-report.ts';
import type { DocumentSite } from '../pdf/document/report-document.ts';
import { isolated } from '../pdf/layout/bidi-lines.ts';
import { addendaOf, notIntact, reportOf } from '../pdf/read-document.ts';
import { dayOf } from '../pdf/texts/format-dates.ts';
import { frozenOf, isIntact } from '../report-response.ts';
import { storedContent } from '../stored-content.ts';
import { letterSettings } from './letter-settings.ts';

/** Everything that the PDF of a letter shows. Equal documents give equal bytes. */
export interface LetterDocument {
  readonly letter: Letter;
  readonly site: DocumentSite;
  /** Version number of the report within its study. */
  readonly number: number;
  /** First and last name of the patient, isolated from the direction of the text around them. */
  readonly recipient: string;
  /** Instant of the signature, ISO 8601. */
  readonly signedAt: string;
  /** Calendar day of the signature at the site, YYYY-MM-DD. */
  readonly day: string;
  readonly signer: { readonly name: string; readonly jobTitle: string | null };
  readonly warnings: readonly LetterWarning[];
}

interface LetterSource {
  readonly db: Kysely<Database>;
  readonly site: Site;
}

/**
 * Reads the letter of a signed report, or of the report that an addendum belongs to. Everything but
 * the texts and settings of the site comes from what was signed.
 * @param language null for the language of the report
 * @returns an error if the report is unsigned, not intact, or has no value for a placeholder
 */
export async function readLetter(
  { db, site }: LetterSource,
  row: ReportRow,
  language: ReportLanguage | null,
): Promise<LetterDocument | ErrorResponse> {
  const base = await reportOf({ db }, row);
  if (base === undefined) return notFound('REPORT_NOT_FOUND');
  const frozen = frozenOf(base);
  if (frozen === null) return errorResponse('Conflict', serverMessage('LETTER_UNSIGNED'));
  const addenda = await addendaOf({ db }, base);
  for (const signed of [base, ...addenda]) {
    const document = frozenOf(signed);
    if (document !== null && !(await isIntact(db, signed, document))) return notIntact(signed);
  }
  const settings = letterSettings(site);
  const content = storedContent(frozen.content);
  const timeZone = timeZoneOf(site.config);
  const { acquiredAt } = frozen.examination ?? (await examinationOf(db, base));
  const recipient = recipientOf(frozen);
  const day = dayOf(frozen.signedAt, timeZone) ?? frozen.signedAt.slice(0, 10);
  const composed = composeLetter({
    content,
    findingRecommendations: frozen.findings.flatMap(({ recommendations }) => recommendations),
    language: language ?? content.language,
    patient: recipient,
    examinationDay: dayOf(acquiredAt, timeZone),
    signedDay: day,
    site: frozen.organization.name,
    contact: settings.contact,
    doctor: null,
    withDensity: settings.withDensity,
    siteTexts: settings.texts,
  });
  if (composed.letter === null) return errorResponse('Conflict', messageOf(composed.fault));
  const { letter } = composed;
  const needsTalk = letter.categories.some((category) => !settings.categories.includes(category));
  return {
    letter,
    site: {
      organization: frozen.organization.name,
      name: site.config.name,
      logoPng: site.reportLogo ?? null,
    },
    number: base.number,
    recipient,
    signedAt: frozen.signedAt,
    day,
    signer: frozen.signer,
    warnings: [
      ...(needsTalk ? (['IN_PERSON'] as const) : []),
      ...(letter.differsFromReport ? (['MANAGEMENT'] as const) : []),
      ...addendumWarnings(addenda),
      ...(hasOwnText(content) ? (['OWN_TEXT'] as const) : []),
    ],
  };
}

function recipientOf({ patient }: FrozenReport): string {
  const names = [patient.firstName, patient.lastName].filter(
    (name) => name !== null && name !== '',
  );
  return isolated(names.join(' '));
}

function addendumWarnings(addenda: readonly ReportRow[]): readonly LetterWarning[] {
  const isOpen = addenda.some(({ signedAt }) => signedAt === null);
  const hasSigned = addenda.some(({ signedAt }) => signedAt !== null);
  return [
    ...(hasSigned ? (['ADDENDUM'] as const) : []),
    ...(isOpen ? (['OPEN_ADDENDUM'] as const) : []),
  ];
}

const hasOwnText = ({ recommendations }: ReportContent): boolean =>
  recommendations.some(({ text }) => text.trim() !== '');

function messageOf(fault: LetterFault): ServerMessage {
  if (fault.code === 'NO_CATEGORY') return serverMessage('LETTER_NO_CATEGORY');
  const { text, placeholder } = fault;
  if (fault.code === 'MISSING_VALUE') {
    return serverMessage('LETTER_VALUE_MISSING', { text, placeholder });
  }
  const known = LETTER_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  return serverMessage('LETTER_PLACEHOLDER', { text, placeholder, known });
}

import type { Kysely } from 'kysely';
import { type Finding, type ReportContent, serverMessage } from '#contracts';
import type { Database } from '../../../database/schema.ts';
import type { StoredSkins } from '../../../files/rows/stored-skins.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../../http/error-response.ts';
import type { FindingThumbnails } from '../../../records/findings/finding-thumbnails.ts';
import { type ReportRow, reportById, reports } from '../../../records/reports/report-rows.ts';
import type { Site } from '../../../site/site.ts';
import { timeZoneOf } from '../../../site/time-zone.ts';
import type { FileStore } from '../../../store/index.ts';
import { examinationOf, type FrozenExamination } from '../frozen-examination.ts';
import { densityOf, type FrozenReport } from '../frozen-report.ts';
import { frozenOf, isIntact, locatedFindings } from '../report-response.ts';
import { storedContent } from '../stored-content.ts';
import { type CodeWords, codeWords } from './document/code-words.ts';
import { documentFindings, type FindingContext, textOf } from './document/document-findings.ts';
import {
  DOCUMENT_SIDES,
  type DocumentAddendum,
  type DocumentBreast,
  type DocumentFinding,
  type DocumentSignature,
  type ReportDocument,
} from './document/report-document.ts';
import { findingImages } from './finding-images.ts';
import { dayOf } from './texts/format-dates.ts';
import { wordsIn } from './texts/words-in.ts';

export interface DocumentSource {
  readonly db: Kysely<Database>;
  readonly skins: StoredSkins;
  readonly thumbnails: FindingThumbnails;
  readonly store: FileStore;
  readonly site: Site;
}

/** Records that a document names: as signed, else the current ones. */
interface DocumentRecords {
  readonly organizationName: string;
  readonly patient: FrozenReport['patient'];
  readonly accessionNumber: string | null;
  readonly examination: FrozenExamination;
  readonly findings: readonly Finding[];
}

/**
 * Reads the document of a report version. A signed report and each of its addenda give the report
 * with all signed addenda, and an open addendum is added to its own document. Signed parts come
 * from what was signed, never from current records.
 * @returns an error if a signed part is not intact
 */
export async function readDocument(
  source: DocumentSource,
  row: ReportRow,
): Promise<ReportDocument | ErrorResponse> {
  const base = await reportOf(source, row);
  if (base === undefined) return notFound('REPORT_NOT_FOUND');
  const addendumRows = (await addendaOf(source, base)).filter(
    ({ id, signedAt }) => signedAt !== null || id === row.id,
  );
  for (const signed of [base, ...addendumRows]) {
    const frozen = frozenOf(signed);
    if (frozen !== null && !(await isIntact(source.db, signed, frozen))) return notIntact(signed);
  }
  const records = await recordsOf(source, base);
  if (records === null) return notFound('STUDY_NOT_FOUND');
  const frozen = frozenOf(base);
  const content = storedContent(frozen?.content ?? base.content);
  const context = await contextOf(source, base, { records, content });
  const findings = documentFindings(records.findings, context);
  return {
    ...headOf(source.site, base, records, context),
    ...bodyOf(content, findings, context),
    state: stateOf(base, addendumRows),
    changedAt: changedAtOf(base, addendumRows),
    signature: signatureOf(base),
    addenda: documentAddenda(addendumRows, findings, context),
  };
}

export const notIntact = (row: ReportRow): ErrorResponse =>
  errorResponse('Conflict', serverMessage('REPORT_NOT_INTACT'), { reportId: row.id });

/** Returns the report that a row belongs to: its own, or that of an addendum. */
export async function reportOf(
  { db }: Pick<DocumentSource, 'db'>,
  row: ReportRow,
): Promise<ReportRow | undefined> {
  if (row.state !== 'ADDENDUM') return row;
  return row.parentId === null ? undefined : reportById(db, row.organizationId, row.parentId);
}

/** Returns the signed and open addenda of a report by number. */
export async function addendaOf(
  { db }: Pick<DocumentSource, 'db'>,
  base: ReportRow,
): Promise<readonly ReportRow[]> {
  if (base.state !== 'SIGNED') return [];
  return reports(db, base.organizationId)
    .where('parentId', '=', base.id)
    .where('state', '=', 'ADDENDUM')
    .orderBy('number')
    .execute();
}

async function recordsOf(
  { db, skins }: DocumentSource,
  base: ReportRow,
): Promise<DocumentRecords | null> {
  const { organizationId, studyId, patientId } = base;
  const frozen = frozenOf(base);
  if (frozen !== null) {
    return {
      organizationName: frozen.organization.name,
      patient: frozen.patient,
      accessionNumber: frozen.study.accessionNumber,
      // The side of a scan of a signed report can't be corrected, so the current one is that of
      // the signature.
      examination: frozen.examination ?? (await examinationOf(db, base)),
      findings: frozen.findings,
    };
  }
  const patient = await db
    .selectFrom('patient')
    .select(['id', 'code', 'firstName', 'lastName', 'birthDate', 'sex'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst();
  const organization = await db
    .selectFrom('organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const study = await db
    .selectFrom('study')
    .select('accessionNumber')
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .executeTakeFirst();
  if (patient === undefined || organization === undefined || study === undefined) return null;
  return {
    organizationName: organization.name,
    patient,
    accessionNumber: study.accessionNumber,
    examination: await examinationOf(db, base),
    findings: await locatedFindings(db, skins, base),
  };
}

interface DocumentContext extends FindingContext {
  readonly codes: CodeWords;
}

async function contextOf(
  { db, thumbnails, store, site }: DocumentSource,
  base: ReportRow,
  { records, content }: { readonly records: DocumentRecords; readonly content: ReportContent },
): Promise<DocumentContext> {
  const signed = frozenOf(base)?.examination?.thumbnails ?? null;
  const owner = { db, organizationId: base.organizationId, thumbnails, store };
  return {
    words: wordsIn(content.language),
    codes: codeWords(site.config, content.language),
    scans: records.examination.scans,
    findingTexts: content.findingTexts,
    followUpMonths: content.followUpMonths,
    images: await findingImages(owner, records.findings, signed),
  };
}

type Head = 'timeZone' | 'site' | 'number' | 'patient' | 'study';

function headOf(
  { config, reportLogo = null }: Site,
  base: ReportRow,
  { organizationName, patient, accessionNumber, examination }: DocumentRecords,
  { words, codes }: DocumentContext,
): Pick<ReportDocument, Head> {
  const timeZone = timeZoneOf(config);
  const { lastName, firstName, code, birthDate, sex } = patient;
  const sexes: Readonly<Record<string, string>> = words.sexes;
  return {
    timeZone,
    site: { organization: organizationName, name: config.name, logoPng: reportLogo },
    number: base.number,
    patient: {
      lastName,
      firstName,
      code,
      birthDate,
      sex: sex === null ? null : (sexes[sex] ?? sex),
    },
    study: {
      accessionNumber,
      day: dayOf(examination.acquiredAt, timeZone),
      indications: examination.indications.map((id) => codes.label(id, 'EXAM_INDICATION')),
    },
  };
}

type Body =
  | 'language'
  | 'texts'
  | 'breasts'
  | 'density'
  | 'findings'
  | 'removedFindingTexts'
  | 'recommendations'
  | 'followUpMonths';

function bodyOf(
  content: ReportContent,
  findings: readonly DocumentFinding[],
  { words, codes }: DocumentContext,
): Pick<ReportDocument, Body> {
  const { higher } = densityOf(content);
  const ids = new Set(findings.map(({ id }) => id));
  return {
    language: content.language,
    texts: {
      indication: content.indication,
      technique: content.technique.text,
      comparison: content.comparison.text,
      correlation: content.correlation,
      impression: content.impression.text,
    },
    breasts: breastsOf(content, codes),
    density: higher === null ? null : codes.label(higher, 'BREAST_DENSITY'),
    findings,
    removedFindingTexts: content.findingTexts
      .filter(({ findingId }) => !ids.has(findingId))
      .map(textOf)
      .filter((text) => text !== ''),
    recommendations: content.recommendations.map(({ code, side, text }) => ({
      side: words.side[side],
      label: codes.label(code, 'RECOMM_TYPE', 'RECOMMENDATION'),
      text,
    })),
    followUpMonths: content.followUpMonths,
  };
}

function breastsOf(content: ReportContent, codes: CodeWords): readonly DocumentBreast[] {
  return DOCUMENT_SIDES.flatMap((side) => {
    const breast = side === 'L' ? content.left : content.right;
    if (breast === null) return [];
    const { biradsScore, breastDensity, text } = breast;
    const density = breastDensity === null ? null : codes.label(breastDensity, 'BREAST_DENSITY');
    return [{ side, category: codes.category(biradsScore), density, text: text.text }];
  });
}

/** Returns the addenda; one states its findings only if they differ from those before it. */
function documentAddenda(
  rows: readonly ReportRow[],
  findings: readonly DocumentFinding[],
  context: DocumentContext,
): readonly DocumentAddendum[] {
  let before = findings.map(withoutImages);
  return rows.map((row) => {
    const frozen = frozenOf(row);
    const text = frozen?.addendumText ?? row.addendumText ?? '';
    if (frozen === null) return { text, findings: null, signature: null };
    const scans = frozen.examination?.scans ?? context.scans;
    const now = documentFindings(frozen.findings, { ...context, scans }).map(withoutImages);
    const isChanged = JSON.stringify(now) !== JSON.stringify(before);
    before = now;
    return { text, findings: isChanged ? now : null, signature: signatureOf(row) };
  });
}

const withoutImages = (finding: DocumentFinding): DocumentFinding => ({ ...finding, images: [] });

function stateOf(base: ReportRow, addenda: readonly ReportRow[]): ReportDocument['state'] {
  if (addenda.some(({ signedAt }) => signedAt === null)) return 'OPEN_ADDENDUM';
  if (base.state === 'SIGNED') return 'SIGNED';
  return base.state === 'PRELIMINARY' ? 'PRELIMINARY' : 'DRAFT';
}

function changedAtOf(base: ReportRow, addenda: readonly ReportRow[]): string {
  const last = addenda.at(-1) ?? base;
  return last.signedAt ?? last.updatedAt;
}

function signatureOf(row: ReportRow): DocumentSignature | null {
  const frozen = frozenOf(row);
  if (frozen === null || row.contentHash === null) return null;
  const { signer, signedAt } = frozen;
  return { name: signer.name, jobTitle: signer.jobTitle, at: signedAt, hash: row.contentHash };
}

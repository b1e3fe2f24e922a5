/** Target of a link of another program. */
export type LinkRequest =
  /** `name` are the words of a name for a search when no patient has the code. */
  | { readonly kind: 'patient'; readonly code: string; readonly name: string | null }
  /** With a code, the study must belong to that patient. */
  | {
      readonly kind: 'study';
      readonly accession: string;
      readonly code: string | null;
      readonly days: LinkDays | null;
    }
  /** IHE names the study by its DICOM UID, which is not stored: such a study is never found. */
  | { readonly kind: 'study-uid'; readonly uid: string; readonly days: LinkDays | null };

/** First and last day of a study, yyyy-mm-dd, for a search; null is open. */
export interface LinkDays {
  readonly from: string | null;
  readonly to: string | null;
}

const MAX_VALUE_LENGTH = 64;

/** Parameter names, of this product first, then of IHE Invoke Image Display (RAD-106). */
const PARAMETER_NAMES = {
  code: ['mrn', 'patientID'],
  accession: ['accession', 'accessionNumber'],
  uid: ['studyUID'],
  name: ['name', 'patientName'],
  day: ['date', 'studyDate'],
  from: ['lowerDateTime'],
  to: ['upperDateTime'],
} as const;

/**
 * Parses the query of `/external-link`: `action=openPatient&mrn=…`, `action=openStudy&accession=…`,
 * or `requestType=PATIENT|STUDY` with the names of IHE. Parameter names ignore case. A request for
 * a patient opens the study when the query also has an accession number. Invalid days and names are
 * ignored, because they only fill in a search. Null when nothing can be opened.
 */
export function parseLink(query: URLSearchParams): LinkRequest | null {
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const read = (names: readonly string[]): string | null => {
    const match = names.map((name) => values.get(name.toLowerCase())).find((value) => value);
    if (match === undefined || match.length > MAX_VALUE_LENGTH) return null;
    return hasControlCharacter(match) ? null : match;
  };
  // Strips the issuer of an HL7 identifier: 99998410^^^AcmeHospital.
  const code = read(PARAMETER_NAMES.code)?.split('^')[0] || null;
  const accession = read(PARAMETER_NAMES.accession);
  const action = values.get('action') ?? values.get('requesttype')?.toUpperCase();
  const isPatient = action === 'openPatient' || action === 'PATIENT';
  if (!isPatient && action !== 'openStudy' && action !== 'STUDY') return null;
  if (isPatient && code === null) return null;
  const days = daysOf(read);
  if (accession !== null) return { kind: 'study', accession, code, days };
  if (code !== null && isPatient) {
    return { kind: 'patient', code, name: searchWords(read(PARAMETER_NAMES.name)) };
  }
  const uid = read(PARAMETER_NAMES.uid);
  return uid === null ? null : { kind: 'study-uid', uid, days };
}

/** Returns the days of a link, the earlier first; null without a valid day. */
function daysOf(read: (names: readonly string[]) => string | null): LinkDays | null {
  const day = dayOfText(read(PARAMETER_NAMES.day));
  const from = day ?? dayOfText(read(PARAMETER_NAMES.from));
  const to = day ?? dayOfText(read(PARAMETER_NAMES.to));
  if (from === null && to === null) return null;
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

const DAY = /^(\d{4})-?(\d{2})-?(\d{2})(?:T?[\d:.+Z-]*)$/;
const EARLIEST_DAY = '1900-01-01';

/** Returns the day of `2026-03-04`, `20260304` or an instant as written; null if invalid. */
function dayOfText(text: string | null): string | null {
  const match = DAY.exec(text ?? '');
  if (match === null) return null;
  const day = match.slice(1).join('-');
  const instant = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
  return isReal && day >= EARLIEST_DAY ? day : null;
}

/**
 * Returns the words of a name, also of a DICOM or HL7 name such as `Roth^Eva`, without characters
 * that the search rejects; null when nothing is left.
 */
function searchWords(name: string | null): string | null {
  const words = (name ?? '').replaceAll(/[^\p{L}\p{M}\p{N}._~!@#$'’-]+/gu, ' ').trim();
  return words === '' ? null : words;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some(
    (character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f,
  );
}

/** Target of a link of another program. */
export type LinkRequest =
  | { readonly kind: 'patient'; readonly code: string }
  /** With a code, the study must belong to that patient. */
  | { readonly kind: 'study'; readonly accession: string; readonly code: string | null }
  /** IHE names the study by its DICOM UID, which is not stored. */
  | { readonly kind: 'study-uid'; readonly uid: string };

const MAX_VALUE_LENGTH = 64;

/** Parameter names: own names first, then IHE Invoke Image Display (RAD-106). */
const NAMES = {
  code: ['mrn', 'patientID'],
  accession: ['accession', 'accessionNumber'],
  uid: ['studyUID'],
} as const;

/**
 * Parses the query of `/external-link`: `action=openPatient&mrn=…`, `action=openStudy&accession=…`,
 * or `requestType=PATIENT|STUDY` with the names of IHE. Parameter names ignore case. Null when
 * nothing can be opened.
 */
export function parseLink(query: URLSearchParams): LinkRequest | null {
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const read = (names: readonly string[]): string | null => {
    const match = names.map((name) => values.get(name.toLowerCase())).find((value) => value);
    return match === undefined || match.length > MAX_VALUE_LENGTH || hasControl(match)
      ? null
      : match;
  };
  // Strips the issuer of an HL7 identifier: 99998410^^^AcmeHospital.
  const code = read(NAMES.code)?.split('^')[0] || null;
  const accession = read(NAMES.accession);
  const requested = values.get('action') ?? values.get('requesttype')?.toUpperCase();
  const isPatient = requested === 'openPatient' || requested === 'PATIENT';
  if (!isPatient && requested !== 'openStudy' && requested !== 'STUDY') return null;
  if (isPatient && code === null) return null;
  if (accession !== null) return { kind: 'study', accession, code };
  if (code !== null && isPatient) return { kind: 'patient', code };
  const uid = read(NAMES.uid);
  return uid === null ? null : { kind: 'study-uid', uid };
}

function hasControl(text: string): boolean {
  return [...text].some(
    (character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f,
  );
}

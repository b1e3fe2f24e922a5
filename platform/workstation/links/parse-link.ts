/** Target of a link of another program. */
export type LinkRequest =
  | { readonly kind: 'patient'; readonly code: string }
  /** With a code, the study must belong to that patient. */
  | { readonly kind: 'study'; readonly accession: string; readonly code: string | null }
  /** IHE names the study by its DICOM UID, which is not stored: such a study is never found. */
  | { readonly kind: 'study-uid'; readonly uid: string };

const MAX_VALUE_LENGTH = 64;

/** Parameter names, of this product first, then of IHE Invoke Image Display (RAD-106). */
const PARAMETER_NAMES = {
  code: ['mrn', 'patientID'],
  accession: ['accession', 'accessionNumber'],
  uid: ['studyUID'],
} as const;

/**
 * Parses the query of `/external-link`: `action=openPatient&mrn=…`, `action=openStudy&accession=…`,
 * or `requestType=PATIENT|STUDY` with the names of IHE. Parameter names ignore case. A request for
 * a patient opens the study when the query also has an accession number. Null when nothing can be
 * opened.
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
  if (accession !== null) return { kind: 'study', accession, code };
  if (code !== null && isPatient) return { kind: 'patient', code };
  const uid = read(PARAMETER_NAMES.uid);
  return uid === null ? null : { kind: 'study-uid', uid };
}

function hasControlCharacter(text: string): boolean {
  return [...text].some(
    (character) => character.charCodeAt(0) < 0x20 || character.charCodeAt(0) === 0x7f,
  );
}

import { type DatasetPredictions, datasetPredictionsSchema, fieldErrorText } from '#contracts';
import { predictionTexts } from '../texts/dataset-texts.ts';

const { errors, place, unnamed } = predictionTexts;

/** Error of a field of a call, with its path: `scans.0.findings.1.marks.0`. */
interface CallError {
  readonly field: string;
  readonly message: string;
}

/** Predictions of a file for one scan, as a call of their own. */
export interface PredictedScan {
  /** Pseudonym, or the position in the file when it is missing. */
  readonly name: string;
  /** Null for predictions that the file itself gets wrong. */
  readonly body: DatasetPredictions | null;
  /** Reasons why `body` is null. */
  readonly reasons: readonly string[];
}

export interface PredictionsFile {
  readonly providerId: string;
  readonly model: DatasetPredictions['model'];
  readonly scans: readonly PredictedScan[];
}

const headSchema = datasetPredictionsSchema.omit({ scans: true });

/**
 * Reads a file with predictions, each scan by itself, so that an invalid scan does not keep the
 * others out. Returns the reasons if the file as a whole is unusable.
 */
export function readPredictions(
  text: string,
): { readonly file: PredictionsFile } | { readonly errors: readonly string[] } {
  const json = parseJson(text);
  if (json === undefined) return { errors: [errors.notJson] };
  const { scans, ...fields } = (json ?? {}) as { readonly scans?: unknown };
  if (!Array.isArray(scans) || scans.length === 0) return { errors: [errors.noScans] };
  const head = headSchema.safeParse(fields);
  if (!head.success)
    return {
      errors: head.error.issues.map(({ path, message }) =>
        path.length === 0 ? message : errors.field(path.join('.'), message),
      ),
    };
  const names = scans.map((scan: unknown) => pseudonymOf(scan));
  const read = scans.map((scan: unknown, idx): PredictedScan => {
    const name = names[idx] ?? unnamed(idx + 1);
    if (names[idx] !== null && names.indexOf(name) < idx)
      return { name, body: null, reasons: [twiceText(name)] };
    const { data, error } = datasetPredictionsSchema.safeParse({ ...head.data, scans: [scan] });
    if (data !== undefined) return { name, body: data, reasons: [] };
    const faults = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    return { name, body: null, reasons: reasonsOf(faults) };
  });
  const { providerId, model } = head.data;
  return { file: { providerId, model, scans: read } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller names the error.
    return undefined;
  }
}

function pseudonymOf(scan: unknown): string | null {
  const name = (scan as { readonly scan?: unknown } | null)?.scan;
  return typeof name === 'string' && name !== '' ? name : null;
}

const twiceText = (scan: string): string =>
  fieldErrorText({ code: 'PSEUDONYM_TWICE', values: { scan } }) ?? scan;

/** Names finding and mark of each error of a call with one scan. */
export function reasonsOf(faults: readonly CallError[]): readonly string[] {
  return faults.map(({ field, message }) => {
    const at = placeText(field);
    return at === '' ? message : place.reason(at, message);
  });
}

function placeText(field: string): string {
  const [, finding, mark, rest = ''] =
    /^scans\.0\.findings\.(\d+)(?:\.marks\.(\d+))?(?:\.(.+))?$/.exec(field) ?? [];
  if (finding === undefined) return field === 'scans.0.scan' ? '' : field.replace('scans.0.', '');
  const position = Number(finding) + 1;
  const at = mark === undefined ? place.finding(position) : place.mark(position, Number(mark) + 1);
  return rest === '' ? at : `${at}, ${rest}`;
}

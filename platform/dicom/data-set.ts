import { type DicomElement, data, log } from 'dcmjs';
import type { Result } from '#foundation';
import { fail, messageOf, ok } from '#foundation';
import { damaged } from './dicom-problems.ts';

export type DataSet = Readonly<Record<string, DicomElement>>;

/**
 * The elements of a file, keyed by eight hex digits. `bytes` must have passed `fileLayout` and end
 * where it says.
 */
export function parseDataSet(bytes: Uint8Array): Result<DataSet> {
  silenceLibraryLog();
  try {
    // `slice` gives an ArrayBuffer of the file alone; errors ignored, since the library takes
    // multi-valued character sets, which are valid, for one.
    const file = data.DicomMessage.readFile(bytes.slice().buffer, { ignoreErrors: true });
    return ok(file.dict);
  } catch (thrown) {
    return fail(damaged(`Its elements make no sense: ${messageOf(thrown)}.`));
  }
}

/** The library reports to the console what is told here as Problems. */
function silenceLibraryLog(): void {
  log.setLevel('silent', false);
  log.getLogger('validation.dcmjs').setLevel('silent', false);
}

/** First value as text without padding; null when absent or empty. */
export function textOf(dataSet: DataSet, tag: string): string | null {
  const value = dataSet[tag]?.Value?.[0];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** First value as a number; null when absent or none. */
export function numberOf(dataSet: DataSet, tag: string): number | null {
  return numbersOf(dataSet, tag)[0] ?? null;
}

/** All values that are numbers. */
export function numbersOf(dataSet: DataSet, tag: string): readonly number[] {
  const values = dataSet[tag]?.Value ?? [];
  return values.filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[];
}

/** Blocks of bytes: one, or one a frame for encapsulated pixels. */
export function blocksOf(dataSet: DataSet, tag: string): readonly Uint8Array[] {
  const values = dataSet[tag]?.Value ?? [];
  return values.flatMap((value) => (value instanceof ArrayBuffer ? [new Uint8Array(value)] : []));
}

/** Items of a sequence. */
export function itemsOf(dataSet: DataSet, tag: string): readonly DataSet[] {
  const values = dataSet[tag]?.Value ?? [];
  return values.filter((value) => typeof value === 'object' && value !== null) as DataSet[];
}

import { type DicomElement, data, log } from 'dcmjs';
import type { Result } from '#foundation';
import { fail, messageOf, ok } from '#foundation';
import { damaged } from './dicom-problems.ts';

export type DataSet = Readonly<Record<string, DicomElement>>;

/**
 * Parses the elements of a file, keyed by eight hex digits. `bytes` must have passed `fileLayout`
 * and be cut at its `endByte`.
 */
export function parseDataSet(bytes: Uint8Array): Result<DataSet> {
  silenceLibraryLog();
  try {
    // Copies, because the library reads the whole ArrayBuffer; `slice` of a Buffer copies nothing.
    // Ignores errors, because the library rejects valid data such as multi-valued character sets.
    const { buffer } = new Uint8Array(bytes);
    const file = data.DicomMessage.readFile(buffer, { ignoreErrors: true });
    return ok(file.dict);
  } catch (thrown) {
    return fail(damaged(`Its elements are invalid: ${messageOf(thrown)}.`));
  }
}

/** Turns off the library's console output, because errors are returned as Problems. */
function silenceLibraryLog(): void {
  log.setLevel('silent', false);
  log.getLogger('validation.dcmjs').setLevel('silent', false);
}

/** Returns the first value as text without padding; null if absent or empty. */
export function textOf(dataSet: DataSet, tag: string): string | null {
  const value = dataSet[tag]?.Value?.[0];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Returns the first value as a number; null if absent or not a number. */
export function numberOf(dataSet: DataSet, tag: string): number | null {
  return numbersOf(dataSet, tag)[0] ?? null;
}

/** Returns all numeric values. */
export function numbersOf(dataSet: DataSet, tag: string): readonly number[] {
  const values = dataSet[tag]?.Value ?? [];
  return values.filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[];
}

/** Returns the binary values: one block, or one block per frame of encapsulated pixel data. */
export function blocksOf(dataSet: DataSet, tag: string): readonly Uint8Array[] {
  const values = dataSet[tag]?.Value ?? [];
  return values.flatMap((value) => (value instanceof ArrayBuffer ? [new Uint8Array(value)] : []));
}

/** Returns the items of a sequence. */
export function itemsOf(dataSet: DataSet, tag: string): readonly DataSet[] {
  const values = dataSet[tag]?.Value ?? [];
  return values.filter((value) => typeof value === 'object' && value !== null) as DataSet[];
}

import { phantomFile } from '#testing/files';
import { type ImportedStudy, importStudy } from './import-study.ts';
import type { Product } from './product.ts';

export type PhantomStudy = ImportedStudy;

/**
 * Creates a patient named Phantom with a study whose only scan is the phantom volume, completed.
 */
export function importPhantom(product: Product): Promise<PhantomStudy> {
  return importStudy(product, 'Phantom', { name: 'volume.mha', bytes: phantomFile() });
}

import { storableName } from './file-names.ts';
import type { NamedFile } from './uploads.ts';

const MAX_FILES = 100;
const MAX_FILE_BYTES = 512 * 1024 ** 2;

export type FilesProblem =
  | { readonly kind: 'too-many' }
  | { readonly kind: 'empty' | 'too-large'; readonly name: string };

export interface SelectedFiles {
  readonly files: readonly NamedFile[];
  /** Why some of the added files were excluded; null when all were added. */
  readonly problem: FilesProblem | null;
}

/** Appends files to the selection, each under a valid, unique name. */
export function addFiles(before: readonly NamedFile[], added: readonly File[]): SelectedFiles {
  let files = before;
  let problem: FilesProblem | null = null;
  for (const file of added) {
    if (files.length >= MAX_FILES) return { files, problem: { kind: 'too-many' } };
    if (file.size === 0) problem = { kind: 'empty', name: file.name };
    else if (file.size > MAX_FILE_BYTES) problem = { kind: 'too-large', name: file.name };
    else {
      const usedNames = files.map(({ name }) => name);
      files = [...files, { name: storableName(file.name, usedNames), file }];
    }
  }
  return { files, problem };
}

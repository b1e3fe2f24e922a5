import { MAX_ATTACHMENT_BYTES } from '#contracts';
import { storableName } from './file-names.ts';
import type { NamedFile } from './uploads.ts';

const MAX_FILES = 100;

/** Why a file cannot be added. */
export type FilesProblem =
  | { readonly kind: 'too-many' }
  | { readonly kind: 'empty' | 'too-large'; readonly name: string };

/** Files selected for an upload. */
export interface SelectedFiles {
  readonly files: readonly NamedFile[];
  /** Why an added file was excluded, the last reason of several; null when all were added. */
  readonly problem: FilesProblem | null;
}

/** Appends files to the selection, each under a valid, unique name; at most `MAX_FILES` in all. */
export function addFiles(selected: readonly NamedFile[], added: readonly File[]): SelectedFiles {
  let files = selected;
  let problem: FilesProblem | null = null;
  for (const file of added) {
    if (files.length >= MAX_FILES) return { files, problem: { kind: 'too-many' } };
    if (file.size === 0) problem = { kind: 'empty', name: file.name };
    else if (file.size > MAX_ATTACHMENT_BYTES) problem = { kind: 'too-large', name: file.name };
    else {
      const usedNames = files.map(({ name }) => name);
      files = [...files, { name: storableName(file.name, usedNames), file }];
    }
  }
  return { files, problem };
}

import type { FileCategory, FileHeader, FileRole } from '#contracts';

/** File of an imported scan, ready for the store. */
export interface ImportedFile {
  readonly fileCategory: FileCategory;
  readonly role: FileRole;
  readonly fileName: string;
  readonly header: FileHeader;
  readonly bytes: Uint8Array;
}

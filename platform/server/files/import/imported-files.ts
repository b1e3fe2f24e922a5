import type { FileAxis, FileCategory, FileHeader, FileRole } from '#contracts';

/** What the import form says about a file. */
export interface ImportOptions {
  readonly depthAxis: FileAxis;
  readonly headAxis: FileAxis;
}

/** A file of the scan that an import makes, ready for the store. */
export interface ImportedFile {
  readonly fileCategory: FileCategory;
  readonly role: FileRole;
  readonly fileName: string;
  readonly header: FileHeader;
  readonly bytes: Uint8Array;
}

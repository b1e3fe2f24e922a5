import type { FileAxis, FileCategory, FileHeader, FileRole } from '#contracts';

/** Choices of the user: which axes of the file are depth and head direction. */
export interface ImportOptions {
  readonly depthAxis: FileAxis;
  readonly headAxis: FileAxis;
}

/** File of an imported scan, ready for the store. */
export interface ImportedFile {
  readonly fileCategory: FileCategory;
  readonly role: FileRole;
  readonly fileName: string;
  readonly header: FileHeader;
  readonly bytes: Uint8Array;
}

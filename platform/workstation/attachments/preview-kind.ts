const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

/** How a file is previewed. */
export interface PreviewKind {
  readonly kind: 'image' | 'pdf';
  /** Media type under which the bytes are shown; derived from the file name. */
  readonly mediaType: string;
}

/**
 * Returns how to preview a file, by its name; null when the file can only be downloaded, as every
 * format that can contain scripts.
 */
export function previewKind(name: string): PreviewKind | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'pdf') return { kind: 'pdf', mediaType: 'application/pdf' };
  const mediaType = Object.hasOwn(IMAGE_TYPES, ending) ? IMAGE_TYPES[ending] : undefined;
  return mediaType === undefined ? null : { kind: 'image', mediaType };
}

/** Returns whether the first 1024 bytes contain the PDF signature, as viewers require. */
export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
}

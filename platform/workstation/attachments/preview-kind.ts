const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

export interface PreviewKind {
  readonly kind: 'image' | 'pdf';
  /** Media type that the bytes are shown as, whatever type they claim. */
  readonly mediaType: string;
}

/** Returns how to preview a file, by its name; null for download only. No kind runs scripts. */
export function previewKind(name: string): PreviewKind | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'pdf') return { kind: 'pdf', mediaType: 'application/pdf' };
  const mediaType = Object.hasOwn(IMAGE_TYPES, ending) ? IMAGE_TYPES[ending] : undefined;
  return mediaType === undefined ? null : { kind: 'image', mediaType };
}

/** Returns whether the bytes begin with the PDF signature. Only such bytes are shown in a frame. */
export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
}

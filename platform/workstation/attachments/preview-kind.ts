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
  /** The media type that the bytes are shown as, whatever they claim. */
  readonly mediaType: string;
}

/** How a file can be looked at, by its name; null: only downloaded. No kind runs scripts. */
export function previewKind(name: string): PreviewKind | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'pdf') return { kind: 'pdf', mediaType: 'application/pdf' };
  const mediaType = Object.hasOwn(IMAGE_TYPES, ending) ? IMAGE_TYPES[ending] : undefined;
  return mediaType === undefined ? null : { kind: 'image', mediaType };
}

/** Whether bytes are a PDF as they say: a frame is given nothing else. */
export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
}

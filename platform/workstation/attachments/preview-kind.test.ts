import { describe, expect, it } from 'vitest';
import { isPdf, previewKind } from './preview-kind.ts';

describe('the preview of an attached file', () => {
  it('is offered for images and PDF, but not for files that could run a script', () => {
    for (const name of ['a.svg', 'a.html', 'a.xml', 'a.dcm', 'pdf', 'a.constructor', 'a']) {
      expect(previewKind(name), name).toBeNull();
    }
    expect(previewKind('Left.JPG')).toEqual({ kind: 'image', mediaType: 'image/jpeg' });
    expect(previewKind('a.b.pdf')).toEqual({ kind: 'pdf', mediaType: 'application/pdf' });
  });

  it('treats bytes as a PDF only when they begin with its signature', () => {
    expect(isPdf(new TextEncoder().encode('%PDF-1.7 …'))).toBe(true);
    expect(isPdf(new TextEncoder().encode('<script>alert(1)</script>'))).toBe(false);
    expect(isPdf(new Uint8Array())).toBe(false);
  });
});

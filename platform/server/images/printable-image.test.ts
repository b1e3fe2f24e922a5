import { describe, expect, it } from 'vitest';
import { printableImage } from './printable-image.ts';
import { aJpeg, aPng } from './test-support/images.ts';

describe('printableImage', () => {
  it('returns a JPEG unchanged and a PNG as RGB', () => {
    expect(printableImage(aJpeg())).toEqual(aJpeg());
    expect(printableImage(aPng({ colourType: 6 }))).not.toBeNull();
  });

  it('returns null for damaged and for other images', () => {
    expect(printableImage(aJpeg().subarray(0, 100))).toBeNull();
    expect(printableImage(Buffer.from([0xff, 0xd8]))).toBeNull();
    expect(printableImage(Buffer.from('RIFF    WEBPVP8 '))).toBeNull();
    expect(printableImage(Buffer.alloc(0))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { HAS_SAMPLES, readSample, sampleTitle } from '#testing/files';
import { readUltrasoundFrames } from './index.ts';

const mean = (frame: Uint8Array = new Uint8Array()): number =>
  frame.reduce((sum, byte) => sum + byte, 0) / frame.length;

/** The expected values come from DCMTK and pydicom, which share no code with the reader. */
describe.skipIf(!HAS_SAMPLES)(sampleTitle('the DICOM reader on samples of other programs'), () => {
  it('returns the luminance that DCMTK 3.6.7 computes in a JPEG clip (dcmj2pnm --frame 1)', async () => {
    const image = unwrap(await readUltrasoundFrames(readSample('us-multi-frame-ybr.dcm')));
    expect([image.frameCount, image.columns, image.rows]).toEqual([30, 320, 240]);
    expect(image.frames).toHaveLength(30);
    expect(image.frames.every((frame) => frame.length === 320 * 240)).toBe(true);
    expect(mean(image.frames[0])).toBeCloseTo(9.48887, 2);
    expect(image.frames[0]![200 * 320 + 160]).toBe(35);
    expect(image.frameTimeMs).toBe(33.333);
    // The calibrated region is larger than the image.
    expect(image.pixelSpacing.spacingMm).toBeNull();
    expect(image.pixelSpacing.reason).toContain('extends beyond the image');
  });

  it('returns the luminance that DCMTK 3.6.7 computes in an RGB image (dcmj2pnm)', async () => {
    const image = unwrap(await readUltrasoundFrames(readSample('us-single-frame-rgb.dcm')));
    expect([image.frameCount, image.columns, image.rows]).toEqual([1, 640, 480]);
    expect(mean(image.frames[0])).toBeCloseTo(35.59889, 4);
    expect(image.pixelSpacing.spacingMm).toBeNull();
    expect(image.frameTimeMs).toBeNull();
  });

  it('returns the luminance that pydicom 3.0.2 computes in a palette image (apply_color_lut)', async () => {
    const bytes = readSample('us-single-frame-palette16.dcm');
    const image = unwrap(await readUltrasoundFrames(bytes));
    expect(mean(image.frames[0])).toBeCloseTo(29.43802, 2);
    expect(image.pixelSpacing.spacingMm?.x).toBeCloseTo(0.382653, 6);
    expect(image.pixelSpacing.spacingMm?.y).toBeCloseTo(0.382653, 6);
  });

  it.each([
    [
      'us-multi-frame-ybr.dcm',
      ['PLA', '204', '20160503', '8251017118051', 'P0000082510171180510001576'],
    ],
    ['us-single-frame-rgb.dcm', ['CompressedSamples', '13US1', 'BAPTIST', '20040826', '4121885']],
    ['us-single-frame-palette16.dcm', ['NAME^PATIENT', '98279', '20020524', 'ALOKA_SSD4000']],
  ])('returns no identifying value of %s', async (name, secrets) => {
    const bytes = readSample(name);
    const { frames, ...metadata } = unwrap(await readUltrasoundFrames(bytes));
    for (const secret of secrets) {
      expect(bytes.includes(secret)).toBe(true);
      expect(JSON.stringify(metadata)).not.toContain(secret);
    }
    expect(metadata.source.manufacturer).toBeTruthy();
    expect(frames.length).toBeGreaterThan(0);
  });
});

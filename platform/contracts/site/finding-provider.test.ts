import { describe, expect, it } from 'vitest';
import { findingProviderSchema } from './manifest.ts';

const provider = (fields: object) => ({
  id: 'org.example.model.detector',
  title: 'Detector',
  model: { name: 'Blobs', version: '1.0.0', weightsSha256: null, use: 'research' },
  ...fields,
});

/** Returns the fields and the messages of the errors of a provider. */
const errorsOf = (fields: object) =>
  (findingProviderSchema.safeParse(provider(fields)).error?.issues ?? []).map(
    ({ path, message }) => [path.join('.'), message],
  );

describe('a finding provider of a manifest', () => {
  it('reads volumes unless it states the image FRAME', () => {
    const parsed = findingProviderSchema.parse(provider({ worker: 'dist/detector.js' }));
    expect(parsed.image).toBe('VOLUME');
    expect(errorsOf({ image: 'FRAME', worker: 'dist/detector.js' })).toEqual([]);
    const withWeights = { worker: 'dist/detector.js', weights: 'weights/model.onnx' };
    expect(errorsOf({ image: 'FRAME', ...withWeights })).toEqual([]);
  });

  it.each([[{ server: 'server/detector.mjs' }], [{ address: 'https://model.example/infer' }]])(
    'of single images is rejected outside the browser: %o',
    (place) => {
      expect(errorsOf({ image: 'FRAME', ...place })).toEqual([
        ['image', 'A model of image FRAME runs in the browser: enter worker'],
      ]);
    },
  );

  it('of single images is rejected by the name of each field that needs a volume', () => {
    const fields = { task: 'SEGMENTATION', needsDynamicRange: true };
    expect(errorsOf({ image: 'FRAME', worker: 'dist/detector.js', ...fields })).toEqual([
      ['task', 'A model of image FRAME has the task DETECTION'],
      ['needsDynamicRange', 'A model of image FRAME gets images without a dynamic range too'],
    ]);
    expect(errorsOf({ image: 'SLICE', worker: 'dist/detector.js' })).toMatchObject([
      ['image', expect.stringContaining('FRAME')],
    ]);
  });
});

import * as z from 'zod';

const rangeSchema = z.strictObject({ min: z.number(), max: z.number() });

/** The machine-readable part of a model's card, `weights/segmenter2d.json`. */
export const segmenterCardSchema = z.strictObject({
  name: z.string().min(1),
  version: z.string().min(1),
  use: z.literal('research'),
  /** SHA-256 of the ONNX file. */
  weightsSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** SHA-256 of the list of training and validation images. */
  splitSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Probability from which a pixel belongs to the lesion. */
  threshold: z.number().gt(0).lt(1),
  /** Side of each view of the second pass, relative to the longer side of the first result. */
  zoomFactors: z.array(z.number().positive()).min(1),
  minViewPx: z.number().positive(),
  /** Values of the training images, see `frameStatistics`. */
  domain: z.strictObject({ mean: rangeSchema, deviation: rangeSchema, gradient: rangeSchema }),
});

export type SegmenterCard = z.infer<typeof segmenterCardSchema>;

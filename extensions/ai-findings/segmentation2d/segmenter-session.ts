/** A loaded network of `training/segmenter2d`. */
export interface SegmenterSession {
  /**
   * Maps `count` inputs of 3 × 128 × 128 to `count` outputs of 128 × 128 logits. Rejects when the
   * runtime fails.
   */
  run(inputs: Float32Array, count: number): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** Returns a copy of the network's output; throws when the model has no output of floats. */
export function copyLogits(data: unknown): Float32Array {
  if (data instanceof Float32Array) return Float32Array.from(data);
  throw new Error('The model has no output `logits` of type float32');
}

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { PATCH_SIZES } from './candidate-patch.ts';
import type { CandidateNetwork } from './score-candidates.ts';

/** Opens the network of the detector in Node; rejects when the bytes are no valid model. */
export async function openNodeNetwork(model: Uint8Array): Promise<CandidateNetwork> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  return {
    async run(patches, features, count) {
      const { logits } = await session.run({
        patches: new Tensor('float32', patches, [count, ...PATCH_SIZES]),
        features: new Tensor('float32', features, [count, features.length / count]),
      });
      const data = await logits?.getData();
      if (data instanceof Float32Array) return Float32Array.from(data);
      throw new Error('The model has no output `logits` of type float32');
    },
    dispose: () => session.release(),
  };
}

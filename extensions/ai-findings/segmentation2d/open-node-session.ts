import { InferenceSession, Tensor } from 'onnxruntime-node';
import { INPUT_CHANNELS, INPUT_SIZE } from './image-view.ts';
import { copyLogits, type SegmenterSession } from './segmenter-session.ts';

/** Opens the network in Node; rejects when the bytes are no valid model. */
export async function openNodeSession(model: Uint8Array, threads = 1): Promise<SegmenterSession> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  return {
    async run(inputs, count) {
      const shape = [count, INPUT_CHANNELS, INPUT_SIZE, INPUT_SIZE];
      const { logits } = await session.run({ views: new Tensor('float32', inputs, shape) });
      return copyLogits(await logits?.getData());
    },
    dispose: () => session.release(),
  };
}

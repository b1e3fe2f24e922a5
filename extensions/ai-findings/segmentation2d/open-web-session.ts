import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { INPUT_CHANNELS, INPUT_SIZE } from './image-view.ts';
import { copyLogits, type SegmenterSession } from './segmenter-session.ts';

/**
 * Opens the network in WebAssembly, with one thread, for use in a worker. `wasm` is the address of
 * the runtime's binary or its bytes. Rejects when the bytes are no valid model.
 */
export async function openWebSession(
  model: Uint8Array,
  wasm: string | ArrayBuffer,
): Promise<SegmenterSession> {
  env.wasm.numThreads = 1;
  if (typeof wasm === 'string') env.wasm.wasmPaths = { wasm };
  else env.wasm.wasmBinary = wasm;
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'] });
  return {
    async run(inputs, count) {
      const shape = [count, INPUT_CHANNELS, INPUT_SIZE, INPUT_SIZE];
      const { logits } = await session.run({ views: new Tensor('float32', inputs, shape) });
      return copyLogits(await logits?.getData());
    },
    dispose: () => session.release(),
  };
}

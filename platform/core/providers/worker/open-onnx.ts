import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { type OnnxModel, onnxModelOf } from '#findings';

/** Binary of the runtime, from the origin of the page. */
const WASM = new URL('onnxruntime-web/ort-wasm-simd-threaded.wasm', import.meta.url);

/**
 * Opens an ONNX model in WebAssembly with one thread. `fetchOwn` loads the runtime. Rejects when the
 * bytes are no valid model.
 */
export async function openOnnx(model: Uint8Array, fetchOwn: typeof fetch): Promise<OnnxModel> {
  env.wasm.numThreads = 1;
  if (env.wasm.wasmBinary === undefined) {
    const response = await fetchOwn(WASM);
    if (!response.ok) throw new Error(`The ONNX runtime could not be loaded: ${response.status}`);
    env.wasm.wasmBinary = await response.arrayBuffer();
  }
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'] });
  return onnxModelOf(
    session,
    // The type belongs to the data; the constructor has one signature for each of them.
    (type, data, dims) => new Tensor(type as 'float32', data as Float32Array, dims),
  );
}

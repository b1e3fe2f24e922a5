import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type OnnxModel, onnxModelOf } from '#findings';

/** Opens an ONNX model with one thread; rejects when the bytes are no valid model. */
export async function openOnnx(model: Uint8Array): Promise<OnnxModel> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  return onnxModelOf(
    session,
    // The type belongs to the data; the constructor has one signature for each of them.
    (type, data, dims) => new Tensor(type as 'float32', data as Float32Array, dims),
  );
}

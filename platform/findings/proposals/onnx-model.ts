/** Values of a tensor; the array decides on the type: float32, int32, int64, uint8 or int8. */
export type OnnxData = Float32Array | Int32Array | BigInt64Array | Uint8Array | Int8Array;

export interface OnnxTensor {
  readonly data: OnnxData;
  readonly dims: readonly number[];
}

/** A loaded ONNX model. */
export interface OnnxModel {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Computes all outputs. Rejects when an input is missing or has another shape or type. */
  run(inputs: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
  /** Frees the memory of the model. */
  dispose(): Promise<void>;
}

/** The part of an ONNX runtime in use; the runtimes of browser and server have the same API. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Readonly<Record<string, RuntimeTensor>>>;
  release(): Promise<void>;
}
interface RuntimeTensor {
  readonly dims: readonly number[];
  getData(): Promise<unknown>;
}

/** Offers a session of a runtime to a provider; `createTensor` calls the constructor of the runtime. */
export function onnxModelOf(
  session: OnnxSession,
  createTensor: (type: string, data: OnnxData, dims: readonly number[]) => unknown,
): OnnxModel {
  return {
    inputNames: [...session.inputNames],
    outputNames: [...session.outputNames],
    async run(inputs) {
      const feeds = Object.entries(inputs).map(([name, { data, dims }]) => [
        name,
        createTensor(typeOf(data), data, dims),
      ]);
      const outputs = Object.entries(await session.run(Object.fromEntries(feeds)));
      const read = outputs.map(async ([name, tensor]) => {
        const data = await tensor.getData();
        if (!isOnnxData(data)) throw new TypeError(`Output ${name} has an unsupported type`);
        return [name, { data: data.slice(), dims: [...tensor.dims] }] as const;
      });
      return Object.fromEntries(await Promise.all(read));
    },
    dispose: () => session.release(),
  };
}

const TYPES = [
  [Float32Array, 'float32'],
  [Int32Array, 'int32'],
  [BigInt64Array, 'int64'],
  [Uint8Array, 'uint8'],
  [Int8Array, 'int8'],
] as const;

const isOnnxData = (data: unknown): data is OnnxData =>
  TYPES.some(([kind]) => data instanceof kind);

function typeOf(data: OnnxData): string {
  const found = TYPES.find(([kind]) => data instanceof kind);
  if (found === undefined) throw new TypeError('The data of a tensor must be a typed array');
  return found[1];
}

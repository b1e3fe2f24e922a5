// Types of the used parts of two libraries without types.

declare module 'dcmjs' {
  export interface DicomElement {
    readonly vr: string;
    readonly Value?: readonly unknown[];
  }
  export interface ReadOptions {
    /** Returns the elements before an error instead of throwing. */
    readonly ignoreErrors: boolean;
  }
  export const data: {
    readonly DicomMessage: {
      readFile(
        buffer: ArrayBuffer,
        options: ReadOptions,
      ): {
        readonly dict: Readonly<Record<string, DicomElement>>;
      };
    };
  };
  interface Logger {
    setLevel(level: 'silent' | 'error', persist: boolean): void;
  }
  export const log: Logger & { getLogger(name: string): Logger };
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  /** Buffers are views of the codec's memory, valid until its next call. Methods throw numbers. */
  export interface JpegDecoder {
    getEncodedBuffer(length: number): Uint8Array;
    readHeader(): void;
    decode(): void;
    getFrameInfo(): {
      readonly width: number;
      readonly height: number;
      readonly bitsPerSample: number;
      readonly componentCount: number;
    };
    getDecodedBuffer(): Uint8Array;
    delete(): void;
  }
  export default function createCodec(options: object): Promise<{
    readonly JPEGDecoder: new () => JpegDecoder;
  }>;
}

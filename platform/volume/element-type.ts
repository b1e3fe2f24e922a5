/** Type of the numbers that an image stores. */
export type ElementType =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'float'
  | 'double';

export type ElementArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

const ELEMENTS = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float: Float32Array,
  double: Float64Array,
} as const;

export function bytesPerElement(type: ElementType): number {
  return ELEMENTS[type].BYTES_PER_ELEMENT;
}

/** True if the array has the element type. */
export function isOfType(type: ElementType, data: ElementArray): boolean {
  return data instanceof ELEMENTS[type];
}

/**
 * Converts bytes to elements; the length of `bytes` must be a multiple of the element size.
 * Elements of one byte share the memory of `bytes`, wider elements are copied. Never changes
 * `bytes`.
 */
export function toElements(type: ElementType, bytes: Uint8Array, bigEndian: boolean): ElementArray {
  const Elements = ELEMENTS[type];
  const width = Elements.BYTES_PER_ELEMENT;
  if (type === 'uint8') return bytes;
  if (type === 'int8') return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Not `bytes.slice()`, which shares memory if `bytes` is a Buffer of Node.
  const copy = new Uint8Array(bytes);
  if (bigEndian) reverseEach(copy, width);
  return new Elements(copy.buffer, 0, copy.byteLength / width);
}

/** Reverses the bytes of each element in place. */
function reverseEach(bytes: Uint8Array, width: number): void {
  for (let at = 0; at + width <= bytes.length; at += width) {
    bytes.subarray(at, at + width).reverse();
  }
}

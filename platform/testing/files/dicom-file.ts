/** A small DICOM file; omitted fields give a valid 1 × 1 RGB image. */
export interface DicomFileOptions {
  readonly sopClass?: string;
  readonly transferSyntax?: string;
  readonly implicit?: boolean;
  readonly charset?: string;
  readonly rows?: number;
  readonly columns?: number;
  readonly frames?: number;
  readonly samples?: number;
  readonly bits?: number;
  readonly planar?: number;
  readonly photometric?: string;
  readonly pixels?: readonly number[] | Uint8Array;
  /** Encapsulated pixel data, written with an empty offset table. */
  readonly fragments?: readonly Uint8Array[];
  readonly regions?: readonly {
    readonly format: number;
    readonly unit: number;
    readonly deltaCm: number;
    readonly box: readonly [number, number, number, number];
  }[];
  /** The same table for red, green and blue, or a segmented table for each. */
  readonly palette?: {
    readonly first: number;
    readonly bits: 8 | 16;
    readonly entries?: number;
    readonly plain?: readonly number[];
    readonly segments?: readonly number[];
    readonly colourSegments?: readonly [Table, Table, Table];
  };
  /** Further elements with text values. */
  readonly elements?: readonly (readonly [tag: number, vr: string, value: string])[];
}

type Table = readonly number[];
/** An element with its tag, by which the elements of a data set are sorted (PS3.5 7.1). */
type Tagged = readonly [tag: number, bytes: Buffer];

type Encode = (tag: number, vr: string, value: Buffer) => Buffer;

/** Writes a file for tests, element by element (PS3.5 7.1), without the library under test. */
export function dicomFile(options: DicomFileOptions = {}): Uint8Array {
  const syntax = options.implicit ? '1.2.840.10008.1.2' : '1.2.840.10008.1.2.1';
  const sopClass = options.sopClass ?? '1.2.840.10008.5.1.4.1.1.6.1';
  const meta = Buffer.concat([
    explicit(0x00020002, 'UI', text(sopClass, 0)),
    explicit(0x00020010, 'UI', text(options.transferSyntax ?? syntax, 0)),
  ]);
  const length = explicit(0x00020000, 'UL', uint32(meta.length));
  const dataSet = imageElements(options, sopClass, options.implicit ? implicit : explicit);
  return new Uint8Array(
    Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, meta, dataSet]),
  );
}

function imageElements(options: DicomFileOptions, sopClass: string, element: Encode): Buffer {
  const samples = options.samples ?? 3;
  const { rows = 1, columns = 1, bits = 8 } = options;
  const pixels = Buffer.from(options.pixels ?? new Array<number>(samples).fill(1));
  const tagged = (tag: number, vr: string, value: Buffer): Tagged => [tag, element(tag, vr, value)];
  const us = (tag: number, value: number): Tagged => tagged(tag, 'US', uint16(value));
  const elements: readonly Tagged[] = [
    ...(options.charset === undefined ? [] : [tagged(0x00080005, 'CS', text(options.charset))]),
    tagged(0x00080016, 'UI', text(sopClass, 0)),
    tagged(0x00100010, 'PN', text('Secret^Name')),
    ...regionElements(options.regions ?? [], element),
    us(0x00280002, samples),
    tagged(0x00280004, 'CS', text(options.photometric ?? 'RGB')),
    us(0x00280006, options.planar ?? 0),
    tagged(0x00280008, 'IS', text(String(options.frames ?? 1))),
    us(0x00280010, rows),
    us(0x00280011, columns),
    us(0x00280100, bits),
    us(0x00280101, bits),
    us(0x00280102, bits - 1),
    // Unsigned samples.
    us(0x00280103, 0),
    ...paletteElements(options.palette, element),
    ...(options.elements ?? []).map(([tag, vr, value]) =>
      tagged(tag, vr, text(value, vr === 'UI' ? 0 : 32)),
    ),
    options.fragments === undefined
      ? tagged(0x7fe00010, 'OW', padToEven(pixels))
      : [0x7fe00010, encapsulated(options.fragments)],
  ];
  return Buffer.concat(elements.toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes));
}

function regionElements(
  regions: NonNullable<DicomFileOptions['regions']>,
  element: Encode,
): readonly Tagged[] {
  if (regions.length === 0) return [];
  const items = regions.map(({ format, unit, deltaCm, box }) => {
    const body = Buffer.concat([
      element(0x00186012, 'US', uint16(format)),
      ...box.map((edge, index) => element(0x00186018 + 2 * index, 'UL', uint32(edge))),
      element(0x00186024, 'US', uint16(unit)),
      element(0x00186026, 'US', uint16(unit)),
      element(0x0018602c, 'FD', float64(deltaCm)),
      element(0x0018602e, 'FD', float64(deltaCm)),
    ]);
    return Buffer.concat([tagBytes(0xfffee000), uint32(body.length), body]);
  });
  return [[0x00186011, element(0x00186011, 'SQ', Buffer.concat(items))]];
}

function paletteElements(palette: DicomFileOptions['palette'], element: Encode): readonly Tagged[] {
  if (palette === undefined) return [];
  const { first, bits, plain, segments, colourSegments } = palette;
  const sharedTable = plain ?? segments ?? [];
  const entries = palette.entries ?? sharedTable.length;
  const descriptor = Buffer.concat([entries, first, bits].map(uint16));
  const firstTableTag = plain === undefined ? 0x00281221 : 0x00281201;
  return (colourSegments ?? [sharedTable, sharedTable, sharedTable]).flatMap(
    (table, colour): Tagged[] => {
      const entryBytes = bits === 8 ? [Buffer.from(table)] : table.map(uint16);
      const descriptorTag = 0x00281101 + colour;
      const tableTag = firstTableTag + colour;
      return [
        [descriptorTag, element(descriptorTag, 'US', descriptor)],
        [tableTag, element(tableTag, 'OW', padToEven(Buffer.concat(entryBytes)))],
      ];
    },
  );
}

/** Returns pixel data of undefined length: an empty offset table, then the fragments (PS3.5 A.4). */
function encapsulated(fragments: readonly Uint8Array[]): Buffer {
  const item = (body: Buffer): Buffer =>
    Buffer.concat([tagBytes(0xfffee000), uint32(body.length), body]);
  return Buffer.concat([
    tagBytes(0x7fe00010),
    Buffer.from('OB'),
    uint16(0),
    uint32(0xffffffff),
    item(Buffer.alloc(0)),
    ...fragments.map((fragment) => item(padToEven(Buffer.from(fragment)))),
    tagBytes(0xfffee0dd),
    uint32(0),
  ]);
}

/** Value representations whose length has four bytes in explicit encoding (PS3.5 7.1.2). */
const LONG_VRS = ['OB', 'OW', 'SQ', 'UN', 'UT'];

const explicit: Encode = (tag, vr, value) => {
  const length = LONG_VRS.includes(vr)
    ? Buffer.concat([Buffer.alloc(2), uint32(value.length)])
    : uint16(value.length);
  return Buffer.concat([tagBytes(tag), Buffer.from(vr), length, value]);
};

const implicit: Encode = (tag, _vr, value) =>
  Buffer.concat([tagBytes(tag), uint32(value.length), value]);

const tagBytes = (tag: number): Buffer => Buffer.concat([uint16(tag >>> 16), uint16(tag & 0xffff)]);

function uint16(value: number): Buffer {
  return Buffer.from(Uint16Array.of(value).buffer);
}

function uint32(value: number): Buffer {
  return Buffer.from(Uint32Array.of(value).buffer);
}

function float64(value: number): Buffer {
  return Buffer.from(Float64Array.of(value).buffer);
}

function text(value: string, pad = 32): Buffer {
  return padToEven(Buffer.from(value), pad);
}

/** Appends a byte to an odd number of bytes. */
function padToEven(bytes: Buffer, pad = 0): Buffer {
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([pad])]);
}

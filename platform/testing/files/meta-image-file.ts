import { deflateSync } from 'node:zlib';
import type { Vec3 } from '#geometry';

export interface MetaImageOptions {
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Position of the first voxel, in millimetres of the file's coordinate system. */
  readonly offset: Vec3;
  /** Unit directions of i, j and k; along x, y and z if absent. */
  readonly directions?: readonly [Vec3, Vec3, Vec3];
  /** AnatomicalOrientation; null omits the line. */
  readonly orientation?: string | null;
  /** One byte per voxel; the first index varies fastest. */
  readonly voxels: Uint8Array;
}

const ALONG_AXES: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Writes a zlib-compressed .mha file with the header lines that ITK and PLUS write. */
export function metaImageFile(options: MetaImageOptions): Buffer {
  const {
    sizes,
    spacingMm,
    offset,
    voxels,
    directions = ALONG_AXES,
    orientation = 'RAI',
  } = options;
  const compressed = deflateSync(voxels);
  const header = {
    ObjectType: 'Image',
    NDims: '3',
    BinaryData: 'True',
    BinaryDataByteOrderMSB: 'False',
    CompressedData: 'True',
    CompressedDataSize: String(compressed.length),
    TransformMatrix: directions.flat().join(' '),
    Offset: offset.join(' '),
    CenterOfRotation: '0 0 0',
    ...(orientation === null ? {} : { AnatomicalOrientation: orientation }),
    ElementSpacing: spacingMm.join(' '),
    DimSize: sizes.join(' '),
    ElementType: 'MET_UCHAR',
    ElementDataFile: 'LOCAL',
  };
  const lines = Object.entries(header).map(([key, value]) => `${key} = ${value}\n`);
  return Buffer.concat([Buffer.from(lines.join('')), compressed]);
}

import { createHash } from 'node:crypto';

/** Returns a fixed id for each field name, so that examples match each other. */
export function exampleId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `0197f3a0-4c00-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const INSTANT = '2026-03-14T09:26:53.000Z';
const SHA256 = createHash('sha256').update('example').digest('hex');

/** Values by field name; skipped when invalid for the schema. */
const KNOWN: Readonly<Record<string, unknown>> = {
  _keywords: 'vega',
  accessionNumber: 'ACC-2026-0042',
  accessToken: 'hR3kY0v1wq2ZcJ8sT4nB6mX7pL9dF5gA',
  act: 'getPatient',
  angleDeg: 12.5,
  annotationLabels: { SHAPE: ['OVAL'], MARGIN: ['CIRCUMSCRIBE'] },
  birthDate: '1970-02-28',
  breastDensity: 'FIBRO',
  byteLength: 67_108_864,
  cancerHistory: ['FAMILY'],
  checksum: SHA256,
  clockPositionSec: 36_000,
  code: 'MRN-0042',
  colour: '#F2C94C',
  cursor: '',
  deletedAt: null,
  deletedBy: null,
  depth: 12.5,
  depthAxis: '-j',
  depthUm: 12_500,
  distanceFromNippleUm: 30_000,
  domain: 'clinic.example',
  down: [0, 1, 0],
  email: 'rosa.vega@clinic.example',
  end: { u: 0.6, v: 0.5 },
  endedAt: null,
  fileCategory: 'VOLUME3D',
  fileExtension: 'nrrd',
  fileName: 'volume.nrrd',
  firstName: 'Rosa',
  hidden: false,
  host: 'clinic.example',
  inverted: false,
  jobTitle: 'Radiologist',
  jobType: 'R3D',
  label: 'R1',
  labelColour: '#F2C94C',
  lastName: 'Vega',
  laterality: 'R',
  limit: 50,
  lineWidth: 2,
  lockedAt: null,
  lockedBy: null,
  markType: 'LENGTH',
  massHeightUm: 8_000,
  massLengthUm: 14_000,
  massWidthUm: 9_000,
  message: 'The volume could not be shown',
  mrn: 'MRN-0042',
  name: 'Breast Centre North',
  newPassword: 'Tulip-Window-42!',
  nextCursor: null,
  note: 'Oval, circumscribed, seen in both planes',
  number: 'ACC-2026-0042',
  offset: 0,
  oldPassword: 'Paper-Lantern-7?',
  originMm: [0, 0, 0],
  password: 'Tulip-Window-42!',
  points: [
    { u: 0.4, v: 0.5 },
    { u: 0.6, v: 0.5 },
  ],
  position: 1_204,
  prefCode: 'LAYOUT',
  problem: null,
  quarantinedAt: null,
  quarantineReason: null,
  recommendations: ['ULTRASOUND'],
  right: [0, 0, 1],
  scan: 'S-5f1c2a90b7e34d68a1c0',
  scanState: 'C',
  seq: 1_310,
  serialNumber: 'CF-2026-0007',
  sha256: SHA256,
  shape: 'line',
  stack: 'Error: The volume could not be shown',
  start: { u: 0.4, v: 0.5 },
  status: 'COMPLETED',
  storagePath: `volume3d/4c/${exampleId('storagePath')}`,
  supersededAt: null,
  test: 0.15,
  text: 'Stable since the last examination',
  title: 'Three-dimensional reconstruction',
  token: 'Zt0vQx5mWb8nK2yL4rS6uF1hJ3dG7cA9',
  total: 1,
  train: 0.7,
  u: 0.4,
  unit: 'mm',
  v: 0.5,
  validation: 0.15,
  value: 'coronal-first',
  version: 1,
};

/** Returns the usual value of a field name; undefined when unknown. */
export function knownValue(name: string): unknown {
  return KNOWN[name];
}

/** Values to try for other fields, in this order. */
const ANY_TEXT: readonly string[] = [
  'example',
  INSTANT,
  '2026-03-14',
  '08:30',
  exampleId('any'),
  'rosa.vega@clinic.example',
  'https://clinic.example/',
  'clinic.example',
  SHA256,
  '#F2C94C',
  'ABCD-EFGH-IJKL',
  'EXAMPLE',
  'MRN-0042',
  '1.0.0',
  '^1.0.0',
  'Tulip-Window-42!',
  '12',
  'R',
  'AAECAwQ=',
  '{}',
  '',
];
const ANY_NUMBER: readonly number[] = [1, 0, 10, 0.5, 100, 1_000, 2_000, 20_000, -1, 3.5];

/** Texts to try for a field, most likely first. */
export function* exampleTexts(name: string): Generator<string> {
  if (name === 'id' || /(Id|By)$/.test(name)) yield exampleId(name);
  if (/(At|Time|Timestamp)$/.test(name) || name === 'from' || name === 'to') yield INSTANT;
  if (/Date$/.test(name)) yield '2026-03-14';
  if (/[Ss]ha256|[Hh]ash|[Cc]hecksum/.test(name)) yield SHA256;
  if (/[Bb]ase64/.test(name)) yield 'AAECAwQ=';
  yield* ANY_TEXT;
}

/** Numbers to try for a field, most likely first. */
export function* exampleNumbers(name: string): Generator<number> {
  if (/Mm$/.test(name)) yield 12.5;
  if (/Um$/.test(name)) yield 12_500;
  if (/Ms$/.test(name)) yield 1_000;
  yield* ANY_NUMBER;
}

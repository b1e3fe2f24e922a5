import { expect, it } from 'vitest';
import { readPredictions, reasonsOf } from './predictions-file.ts';

const SCANS = [`S-${'a'.repeat(20)}`, `S-${'b'.repeat(20)}`] as const;
const FINDING = {
  score: 0.5,
  marks: [{ type: 'SELECTMARK', plane: 'COR', pointsVoxel: [[1, 2, 3]] }],
};
const FILE = {
  providerId: 'org.example.network.find',
  model: { name: 'Network', version: '1.0.0', weightsSha256: null, use: 'research' },
  scans: [
    { scan: SCANS[0], findings: [FINDING] },
    { scan: SCANS[1], findings: [] },
  ],
};
const read = (content: unknown) => readPredictions(JSON.stringify(content));
const scansOf = (scans: readonly unknown[]) => {
  const result = read({ ...FILE, scans });
  if ('errors' in result) throw new Error(result.errors.join());
  return result.file.scans;
};

it('makes one call of each scan', () => {
  const result = read(FILE);
  if ('errors' in result) throw new Error(result.errors.join());
  expect(result.file.scans.map(({ name }) => name)).toEqual(SCANS);
  expect(result.file.scans.map(({ body }) => body)).toEqual(
    FILE.scans.map((scan) => ({ ...FILE, task: 'DETECTION', scans: [scan] })),
  );
});

it('gives the reason when the file as a whole is unusable', () => {
  expect(readPredictions('{')).toEqual({ errors: ['The file is not JSON.'] });
  for (const content of [null, [], { scans: {} }, { ...FILE, scans: [] }])
    expect(read(content)).toEqual({ errors: ['The file has no list “scans”.'] });
  const { errors } = read({ ...FILE, model: { ...FILE.model, version: 3 }, extra: 1 }) as {
    errors: readonly string[];
  };
  expect(errors.join(' ')).toContain('model.version: ');
  expect(errors.join(' ')).toContain('extra');
});

it('keeps an invalid scan out by name, with finding and mark, and reads the others', () => {
  const wrongScore = { ...FINDING, score: 7 };
  const noPoints = { ...FINDING, marks: [{ type: 'LENGTH', plane: 'COR' }] };
  const scans = scansOf([
    { scan: SCANS[0], findings: [FINDING, wrongScore, noPoints] },
    { scan: SCANS[1], findings: [FINDING] },
    { scan: SCANS[1], findings: [] },
    { findings: [] },
  ]);
  expect(scans.map(({ body }) => body !== null)).toEqual([false, true, false, false]);
  expect(scans[0]?.reasons).toEqual([
    expect.stringMatching(/^finding 2, score: /),
    'finding 3, mark 1, pointsMm: Send either pointsMm or pointsVoxel',
  ]);
  expect(scans[2]).toMatchObject({ name: SCANS[1], reasons: [`${SCANS[1]} is listed twice`] });
  expect(scans[3]?.name).toBe('Scan 4 of the file');
});

it('names the place of an error of the server', () => {
  const message = 'No';
  const fields = ['scans.0.scan', 'scans.0.findings.1.marks.0', 'scans.0.findings.0.mask.sizes'];
  expect(reasonsOf(fields.map((field) => ({ field, message })))).toEqual([
    'No',
    'finding 2, mark 1: No',
    'finding 1, mask.sizes: No',
  ]);
});

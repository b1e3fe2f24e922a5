import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AiRun,
  DatasetExport,
  DatasetPredictions,
  Finding,
  ScanFile,
  StoredPredictions,
} from '#contracts';
import { imageToMm } from '#geometry';
import { A_MODEL } from '../support/ai-finding.ts';
import { addDatasetScan, downloadDataset, endedExport } from '../support/dataset.ts';
import { readTar } from '../support/read-tar.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
let scan = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  scanId = (await addDatasetScan(calls)).scan.id;
  const body = { format: 'nrrd' };
  const created = await calls.must<DatasetExport>('ADMIN', 'POST', '/datasets/exports', { body });
  const files = readTar(await downloadDataset(calls, (await endedExport(calls, created.id)).id));
  scan = JSON.parse(files.get('dataset.json')?.toString() ?? '').scans[0].scan;
});
afterAll(() => calls?.[Symbol.asyncDispose]());

type PredictedFinding = DatasetPredictions['scans'][number]['findings'][number];

const POINT: PredictedFinding = {
  score: 0.5,
  marks: [{ type: 'SELECTMARK', plane: 'COR', pointsVoxel: [[100, 40, 100]] }],
};
const post = (findings: readonly PredictedFinding[], pseudonym = scan) =>
  calls.as<StoredPredictions & { errors: { field: string; code: string }[] }>(
    'ADMIN',
    'POST',
    '/datasets/predictions',
    {
      body: {
        providerId: 'org.example.network.find',
        model: A_MODEL,
        scans: [{ scan: pseudonym, findings }],
      },
    },
  );
const findingsOfScan = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
const runsOfScan = async () =>
  (await calls.must<{ items: AiRun[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/aiRuns`)).items;

describe('imported predictions', () => {
  it('become AI findings of the named model at their places, once', async () => {
    const inMm: PredictedFinding = {
      score: 0.9,
      marks: [
        {
          type: 'FREEHAND',
          plane: 'TRA',
          pointsMm: [
            [0, 20, 10],
            [4, 20, 10],
            [4, 24, 10],
          ],
        },
      ],
      mask: {
        sizes: [2, 2, 2],
        spacingMm: [1, 1, 1],
        originMm: [0, 20, 10],
        bitsBase64: Buffer.from([0xff]).toString('base64'),
      },
    };
    const first = await post([POINT, inMm]);
    expect(first).toMatchObject({ status: 200, body: { scans: [{ scan, findingCount: 2 }] } });
    expect((await post([POINT, inMm])).body).toEqual(first.body);
    expect(await runsOfScan()).toMatchObject([
      { providerId: 'org.example.network.find', model: A_MODEL, generator: 'AIAD' },
    ]);
    const found = await findingsOfScan();
    expect(found.map(({ ai }) => ai?.score).sort()).toEqual([0.5, 0.9]);
    const point = found.find(({ ai }) => ai?.score === 0.5);
    const [mark] = Object.values(point?.marks ?? {});
    const { u = 0, v = 0 } = mark?.markViewParams.points[0] ?? {};
    const placeMm = mark && imageToMm(mark.frame, u, v).map((mm) => Math.round(mm * 1000) / 1000);
    expect(placeMm).toEqual([0, 20.25, 0]);
    const query = `scanId=${scanId}&fileCategory=SEGMENT_MASK`;
    const path = `/scanfiles?${query}`;
    const masks = await calls.must<{ items: ScanFile[] }>('PHYSICIAN', 'GET', path);
    expect(masks.items).toHaveLength(1);
  });

  it('are refused by field, and none of the scan is stored', async () => {
    const before = (await findingsOfScan()).length;
    const outside: PredictedFinding = {
      score: 0.5,
      marks: [{ type: 'SELECTMARK', plane: 'COR', pointsMm: [[0, 20, 400]] }],
    };
    const crooked: PredictedFinding = {
      score: 0.5,
      marks: [
        {
          type: 'LENGTH',
          plane: 'COR',
          pointsVoxel: [
            [90, 40, 90],
            [95, 48, 90],
          ],
        },
      ],
    };
    const single: PredictedFinding = {
      score: 0.5,
      marks: [{ type: 'LENGTH', plane: 'COR', pointsVoxel: [[90, 40, 90]] }],
    };
    const cases = [
      [await post([POINT, outside]), 'scans.0.findings.1.marks.0', 'MARK_OUTSIDE_VOLUME'],
      [await post([crooked]), 'scans.0.findings.0.marks.0', 'MARK_OFF_PLANE'],
      [await post([single]), 'scans.0.findings.0.marks.0', 'MARK_POINTS'],
      [await post([POINT], `S-${'0'.repeat(20)}`), 'scans.0.scan', 'PSEUDONYM_UNKNOWN'],
    ] as const;
    for (const [{ status, body }, field, code] of cases)
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ field, code }],
      });
    expect(await findingsOfScan()).toHaveLength(before);
  });

  it('are refused for readers and for pseudonyms of another organization', async () => {
    const body = {
      providerId: 'org.example.network.find',
      model: A_MODEL,
      scans: [{ scan, findings: [POINT] }],
    };
    const physician = await calls.as('PHYSICIAN', 'POST', '/datasets/predictions', { body });
    expect(physician.status).toBe(403);
    const { server, otherOrg } = calls.tenants;
    const token = otherOrg.tokenOf('ADMIN');
    const foreign = await server.call('POST', '/datasets/predictions', { token, body });
    expect(foreign).toMatchObject({ status: 400 });
  });
});

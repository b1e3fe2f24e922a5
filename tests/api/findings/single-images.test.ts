import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiRun, AiRunFields, FieldError, Finding, Mark } from '#contracts';
import { singleImageFrame } from '#findings';
import { aModelMark, anAiRun, aProposal } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { addScanVolume, addStoredFile } from '../support/scan-volume.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const image = {
  frameIdx: 2,
  widthPx: 320,
  heightPx: 240,
  pixelMm: { across: 0.15, down: 0.15 },
} as const;
const HEADER = { sizes: '320 240', frameIdx: 2, lateralPitchMm: 0.15, depthStepMm: 0.15 };

let calls: TenantCalls;
let scanId = '';
let imageFileId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan({ scanState: 'C', epoch: 1 });
  imageFileId = await addStoredFile(calls.tenants, scanId, 'SCAN_IMAGE', HEADER);
});

/** Places a mark in the image, or in a changed one. */
const inImage = (mark: Mark, change: object = {}): Mark => ({
  ...mark,
  planeView: 'IMG',
  frame: singleImageFrame({ ...image, ...change }),
  sag: 0,
  tra: 0,
  depth: 0,
  rad: 0,
});
const create = <T = Finding>(mark: Mark) =>
  calls.as<T>('PHYSICIAN', 'POST', '/findings', { body: aFinding(scanId, [mark]) });

describe('a finding in an image without a location', () => {
  it('is stored without clock, distance and depth, also once the scan has a volume', async () => {
    await addScanVolume(calls.tenants, scanId);
    const { status, body } = await create(inImage(aMark()));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clockPositionSec: null,
      distanceFromNippleUm: null,
      depthUm: null,
      quadrant: null,
    });
  });

  it.each([
    ['has no image of this number', { frameIdx: 3 }],
    ['has an image of another size', { pixelMm: { across: 0.2, down: 0.2 } }],
  ])('is rejected with the mark if the scan %s', async (_, change) => {
    const mark = inImage(aMark(), change);
    const { status, body } = await create<{ errors: FieldError[] }>(mark);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { field: `marks.${mark.id}.frame`, code: 'IMAGE_NOT_IN_SCAN' },
    ]);
  });

  it('is rejected in a frame of a sweep, which has a location', async () => {
    await addStoredFile(calls.tenants, scanId, 'SCAN_IMAGE', {
      ...HEADER,
      frameIdx: 9,
      sweep: 'CEN',
    });
    expect((await create(inImage(aMark(), { frameIdx: 9 }))).status).toBe(400);
  });
});

describe('an AI run in an image without a location', () => {
  const post = <T>(mark: Mark, change: Partial<AiRunFields> = {}) => {
    const findings = [aProposal({ marks: { [mark.id]: mark } })];
    const body = anAiRun({ findings, ...change });
    return calls.as<T>('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body });
  };

  it('is stored with the file of the image if the scan has the image', async () => {
    expect((await post(inImage(aModelMark()))).body).toMatchObject({ imageFileId: null });
    const { status, body } = await post<AiRun>(inImage(aModelMark()), { imageFileId });
    expect([status, body.imageFileId]).toEqual([200, imageFileId]);
  });

  it('is rejected with a file that is no image of the scan, or with a volume as well', async () => {
    const volumeFileId = await addScanVolume(calls.tenants, scanId);
    const mistaken = await post(inImage(aModelMark()), { imageFileId: volumeFileId });
    expect(mistaken.status).toBe(404);
    const both = { imageFileId, volumeFileId };
    const { status, body } = await post<{ errors: FieldError[] }>(inImage(aModelMark()), both);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'imageFileId', code: 'RUN_OF_ONE_IMAGE' }]);
  });

  it('is rejected with the mark if the scan does not have the image', async () => {
    const mark = inImage(aModelMark(), { frameIdx: 40 });
    const { status, body } = await post<{ errors: FieldError[] }>(mark);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { field: `findings.0.marks.${mark.id}.frame`, code: 'IMAGE_NOT_IN_SCAN' },
    ]);
  });
});

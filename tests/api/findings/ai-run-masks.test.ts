import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiRun, Finding, FindingMask, ScanFile } from '#contracts';
import { newId } from '#foundation';
import { imageToMm } from '#geometry';
import { readNrrd } from '#volume';
import { anAiRun, aProposal } from '../support/ai-finding.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan({ scanState: 'C', epoch: 1 });
  await addScanVolume(calls.tenants, scanId);
});

const proposal = aProposal({}, 'AI');

/** Mask of 3 × 2 × 2 voxels whose first and last voxel are set. */
const aMask = (change: Partial<FindingMask> = {}): FindingMask => ({
  findingId: proposal.id,
  sizes: [3, 2, 2],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [0, 10, 0],
  bitsBase64: Buffer.from([0b0000_0001, 0b0000_1000]).toString('base64'),
  ...change,
});

const run = anAiRun({ task: 'SEGMENTATION', generator: 'AI', findings: [proposal] });
const post = (masks: readonly FindingMask[], body = run) =>
  calls.as<AiRun & { errors?: { field: string; code: string }[] }>(
    'PHYSICIAN',
    'POST',
    `/scans/${scanId}/aiRuns`,
    { body: { ...body, masks } },
  );
const filesOf = async (fileCategory: string): Promise<readonly ScanFile[]> => {
  const query = `scanId=${scanId}&fileCategory=${fileCategory}`;
  return (await calls.must<{ items: ScanFile[] }>('PHYSICIAN', 'GET', `/scanfiles?${query}`)).items;
};
async function contentOf(file: ScanFile | undefined): Promise<Uint8Array> {
  const { server, ownOrg } = calls.tenants;
  const response = await fetch(`${server.url}/api/scanfiles/${file?.id}/download`, {
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
    },
  });
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns a run with other ids, because ids are unique in the organization. */
function anotherRun() {
  const finding = aProposal({}, 'AI');
  return { finding, body: anAiRun({ task: 'SEGMENTATION', generator: 'AI', findings: [finding] }) };
}

describe('the masks of an AI run', () => {
  it('are stored as NRRD in LPS millimetres with the contours of the marks, once per run', async () => {
    expect(await post([aMask()])).toMatchObject({ status: 200 });
    expect(await post([aMask()])).toMatchObject({ status: 200 });
    const [mask, ...moreMasks] = await filesOf('SEGMENT_MASK');
    const [contours, ...moreContours] = await filesOf('CONTOURS');
    expect([moreMasks, moreContours]).toEqual([[], []]);
    expect(mask?.fileName).toBe(`${proposal.id}.nrrd`);
    const nrrd = await readNrrd(await contentOf(mask));
    expect(nrrd).toMatchObject({
      ok: true,
      value: { sizes: [3, 2, 2], spaceOrigin: [0, 10, 0], keyValues: { findingId: proposal.id } },
    });
    expect(nrrd.ok && [...nrrd.value.data]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const stored = JSON.parse(new TextDecoder().decode(await contentOf(contours)));
    const [mark] = Object.values(proposal.marks);
    const points = mark?.markViewParams.points.map(({ u, v }) => imageToMm(mark.frame, u, v));
    expect(stored).toMatchObject({ findingId: proposal.id, space: 'LPS', unit: 'mm' });
    expect(stored.contours[0]).toMatchObject({ plane: mark?.planeView, points });
  });

  it('are those of the first call: a repeated call with others is refused by name', async () => {
    const { finding, body } = anotherRun();
    const mask = aMask({ findingId: finding.id });
    expect(await post([mask], body)).toMatchObject({ status: 200 });
    const otherBits = Buffer.from([0b0000_0011, 0b0000_1000]).toString('base64');
    for (const masks of [
      [],
      [{ ...mask, bitsBase64: otherBits }],
      [aMask({ ...mask, sizes: [2, 3, 2] })],
    ]) {
      expect(await post(masks, body)).toMatchObject({
        status: 409,
        body: { code: 'AI_RUN_MASKS_DIFFER' },
      });
    }
    expect(await post([mask], body)).toMatchObject({ status: 200 });
    expect(await filesOf('SEGMENT_MASK')).toHaveLength(1);
    const unmasked = anotherRun();
    expect(await post([], unmasked.body)).toMatchObject({ status: 200 });
    const added = await post([aMask({ findingId: unmasked.finding.id })], unmasked.body);
    expect(added).toMatchObject({ status: 409, body: { code: 'AI_RUN_MASKS_DIFFER' } });
    expect(await filesOf('SEGMENT_MASK')).toHaveLength(1);
  });

  it.each<[string, Partial<FindingMask>, string]>([
    ['of another finding', { findingId: newId() }, 'masks.0.findingId'],
    ['with fewer bits than voxels', { bitsBase64: 'AQ==' }, 'masks.0.bitsBase64'],
    ['without a voxel', { bitsBase64: 'AAA=' }, 'masks.0.bitsBase64'],
    ['beside the volume', { originMm: [5_000, 10, 0] }, 'masks.0.originMm'],
    ['with an edge of 0 voxels', { sizes: [0, 2, 2] }, 'masks.0.sizes.0'],
    ['with voxels of negative size', { spacingMm: [-1, 1, 1] }, 'masks.0.spacingMm.0'],
  ])('%s reject the whole run by the name of the field', async (_title, change, field) => {
    const { finding, body } = anotherRun();
    const response = await post([aMask({ findingId: finding.id, ...change })], body);
    expect(response.status).toBe(400);
    expect(response.body.errors?.map((error) => error.field)).toEqual([field]);
    const list = await calls.must<{ items: Finding[] }>(
      'PHYSICIAN',
      'GET',
      `/scans/${scanId}/findings`,
    );
    expect(list.items).toEqual([]);
    expect(await filesOf('SEGMENT_MASK')).toEqual([]);
  });

  it('are removed by deleteAiContour as far as they are contours', async () => {
    const { finding, body } = anotherRun();
    expect(await post([aMask({ findingId: finding.id })], body)).toMatchObject({ status: 200 });
    await calls.must('PHYSICIAN', 'POST', '/findings/deleteAiContour', {
      body: { findingId: finding.id },
    });
    expect(await filesOf('CONTOURS')).toEqual([]);
    expect(await filesOf('SEGMENT_MASK')).toHaveLength(1);
  });
});

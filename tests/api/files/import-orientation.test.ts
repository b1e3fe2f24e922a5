import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Scan, ScanVolume } from '#contracts';
import { unwrap } from '#foundation';
import { clockAngleDeg, subtract } from '#geometry';
import {
  ALIGNED_GRIDS,
  foundMarkers,
  largestMarkerErrorMm,
  MARKER_CENTRE_MM,
  MARKER_SPACING_MM,
  type MarkerGrid,
  markerMha,
  markerNrrd,
  markersOf,
  OBLIQUE_GRIDS,
} from '#testing/files';
import { readNrrd, sampleTrilinear, volumeFromNrrd } from '#volume';
import { call, headersOf, sendForm } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
let token = '';
beforeAll(async () => {
  plane = await startDataPlane();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await plane.addTenant();
  token = tenant.tokenOf('OPERATOR');
});

function send(bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({ studyId: tenant.studyId, laterality: 'R', ...fields });
  const path = `/scans/actions/importFromFiles?${query}`;
  return sendForm<Scan & ErrorResponse>(plane.url, token, 'POST', path, bytes, {});
}

async function storedVolume(scan: Scan) {
  const path = `/scans/${scan.id}/volume`;
  const { body } = await call<ScanVolume>(plane.url, token, 'GET', path);
  const response = await fetch(`${plane.url}${body.levels[0]!.url}`, { headers: headersOf(token) });
  const nrrd = unwrap(await readNrrd(await response.bytes()));
  return { file: body.file, volume: unwrap(volumeFromNrrd(nrrd)) };
}

function importedScans() {
  return plane.db
    .selectFrom('scan')
    .select('id')
    .where('organizationId', '=', tenant.organizationId)
    .where('origin', '=', 'IMPORTED')
    .execute();
}

const gridNamed = (name: string): MarkerGrid =>
  [...ALIGNED_GRIDS, ...OBLIQUE_GRIDS].find((grid) => grid.name === name)!;

describe('an imported volume', () => {
  it.each([
    ['permuted', 'R'],
    ['flipped', 'L'],
    ['left-handed by a flip', 'R'],
    ['RAS', 'L'],
    ['LAS', 'R'],
    ['turned by 20° about x', 'L'],
    ['turned by -20° about y', 'R'],
    ['turned by 20° about z', 'L'],
    ['turned by 30° and left-handed', 'R'],
  ] as const)('lies where its header says: %s, side %s', async (name, side) => {
    const grid = gridNamed(name);
    const { status, body: scan } = await send(markerNrrd(grid), { laterality: side });
    expect(status).toBe(200);
    expect([scan.laterality.id, scan.orientationConfirmed]).toEqual([side, false]);
    const { file, volume } = await storedVolume(scan);
    expect(largestMarkerErrorMm(volume, grid)).toBeLessThan(Math.min(...MARKER_SPACING_MM));
    // The brightest marker lies towards the head of the centre, at 12:00 of either breast.
    const [head] = markersOf(grid);
    const [x, , z] = subtract(foundMarkers(volume, grid)[0]!, MARKER_CENTRE_MM);
    const clockDeg = clockAngleDeg(x, z);
    expect(Math.min(clockDeg, 360 - clockDeg)).toBeLessThan(6);
    expect(sampleTrilinear(volume, head!.pointMm)).toBeGreaterThan(0);
    expect(file.header?.source).toMatchObject({
      space: grid.space,
      scanner: 'test',
      orientationFrom: 'header',
    });
    expect(file.header?.source?.['space directions']).toMatch(/^\(.+,.+,.+\) \(.+\) \(.+\)$/);
    expect(file.header?.source?.['space origin']).toMatch(/^\(.+,.+,.+\)$/);
  });

  it('lies where the matrix of a MetaImage file says', async () => {
    const grid = gridNamed('turned about two axes, permuted, in RAS');
    const { body: scan } = await send(markerMha(grid));
    const { file, volume } = await storedVolume(scan);
    expect(largestMarkerErrorMm(volume, grid)).toBeLessThan(Math.min(...MARKER_SPACING_MM));
    expect(file.header?.source).toMatchObject({ resampled: 'linear, from oblique axes' });
    expect(file.header?.source?.TransformMatrix).toBeDefined();
  });
});

describe('the entered axes of an import', () => {
  const headDown = gridNamed('flipped');

  it('are refused if the header states others, with both in the response, and count if they override it', async () => {
    const axes = { depthAxis: '+j', headAxis: '+k' };
    const { status, body } = await send(markerNrrd(headDown), axes);
    expect([status, body.errorType, body.code]).toEqual([
      400,
      'OrientationContradiction',
      'IMPORT_CONTRADICTION',
    ]);
    const { problem } = body.data as { problem: { detail: string } };
    expect(problem.detail).toContain('depth +j and head -k');
    expect(problem.detail).toContain('depth +j and head +k');
    expect(await importedScans()).toEqual([]);
    const overriding = await send(markerNrrd(headDown), { ...axes, overridesHeader: 'true' });
    expect(overriding.status).toBe(200);
    expect(await importedScans()).toHaveLength(1);
    const { file } = await storedVolume(overriding.body);
    expect(file.header?.source).toMatchObject({ orientationFrom: 'form', assumedHeadAxis: '+k' });
  });

  it('are accepted if the header states the same', async () => {
    const { body: scan } = await send(markerNrrd(headDown), { depthAxis: '+j', headAxis: '-k' });
    const { file } = await storedVolume(scan);
    expect(file.header?.source?.orientationFrom).toBe('header');
  });

  it('are needed if the header states none', async () => {
    const file = markerNrrd(headDown, { space: null, 'space dimension': '3' });
    const { status, body } = await send(file);
    expect([status, body.code]).toEqual([400, 'IMPORT_NO_ORIENTATION']);
    expect((await send(file, { depthAxis: '+j', headAxis: '-k' })).status).toBe(200);
  });

  it('are needed if the header names the space of the scanner, which the response names', async () => {
    const file = markerNrrd(headDown, { space: 'scanner-xyz' });
    const { status, body } = await send(file);
    expect([status, body.code]).toEqual([400, 'IMPORT_NO_ORIENTATION']);
    const { problem } = body.data as { problem: { detail: string; next: string } };
    expect(problem.detail).toContain("space 'scanner-xyz'");
    expect(problem.detail).toContain('directions of the scanner, not of the patient');
    expect(problem.next).toContain('Enter the axes of depth and head');
    expect((await send(file, { depthAxis: '+j', headAxis: '-k' })).status).toBe(200);
  });

  it('are no help if the header names an unknown space or other units', async () => {
    const axes = { depthAxis: '+j', headAxis: '-k', overridesHeader: 'true' };
    const inSpace = await send(markerNrrd(headDown, { space: 'breast-coordinates' }), axes);
    expect([inSpace.status, inSpace.body.code]).toEqual([400, 'IMPORT_UNKNOWN_SPACE']);
    expect(inSpace.body.message).toContain('left-posterior-superior');
    const inMetres = await send(markerNrrd(headDown, { 'space units': '"m" "m" "m"' }), axes);
    expect([inMetres.status, inMetres.body.code]).toEqual([400, 'IMPORT_UNITS']);
  });
});

describe('the voxel size of an import', () => {
  const steps = (x: number, y: number, z: number): string => `(${x},0,0) (0,${y},0) (0,0,${z})`;
  const grid = gridNamed('left, posterior, head');

  it.each([
    ['IMPORT_SPACING', { 'space directions': steps(1000, 1000, 1000) }],
    ['IMPORT_SPACING', { 'space directions': steps(1e-9, 1e-9, 1e-9) }],
    ['IMPORT_SPACING', { space: null, 'space directions': null, spacings: '0.8 -0.6 1' }],
    ['IMPORT_EXTENT', { 'space directions': steps(10, 9.9, 10) }],
    ['IMPORT_EXTENT', { 'space directions': steps(0.02, 0.02, 0.02) }],
    ['IMPORT_ORIGIN', { 'space origin': '(0,1e12,0)' }],
    ['IMPORT_ZERO_DIRECTION', { 'space directions': steps(0.8, 0, 1) }],
    ['IMPORT_NO_DIRECTION', { 'space directions': 'none none none' }],
    ['IMPORT_FLAT_DIRECTIONS', { 'space directions': '(0.8,0,0) (0.6,0,0) (0,0,1)' }],
  ])('is refused with its reason and stores nothing: %s', async (code, fields) => {
    const { status, body } = await send(markerNrrd(grid, fields));
    expect([status, body.errorType, body.code]).toEqual([400, 'UnsupportedFile', code]);
    const { problem } = body.data as { problem: { detail: string; next: string } };
    expect(problem.detail.length).toBeGreaterThan(20);
    expect(problem.next.toLowerCase()).toContain('export');
    expect(await importedScans()).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { type ManifestInput, manifestSchema } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { mmToVoxel, scannedVolumeGeometry, voxelToMm } from '#geometry';
import { ServiceRegistry } from '../host/service-registry.ts';
import type { FrameInput, ProviderInput } from '../registries/definitions.ts';
import { createRegistries } from '../registries/registries.ts';
import { frameToken, type OpenedFrame } from '../services/images/frame-reader.ts';
import { type OpenedVolume, volumeToken } from '../services/images/volume-reader.ts';
import { type FakePlatform, fakePlatform } from '../testing/fake-platform.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { okResponse } from '../testing/memory-server.ts';
import { createFindingProviders } from './create-finding-providers.ts';
import type { FrameTarget } from './finding-providers.ts';
import type { WorkerStart } from './worker/worker-messages.ts';

const ID = 'org.example.model';
const MODEL = { name: 'Dark', version: '1.0.0', weightsSha256: null, use: 'research' } as const;
const manifest: ManifestInput = {
  schema: 1,
  id: ID,
  version: '1.0.0',
  title: 'Model',
  description: 'A model.',
  host: '*',
  contributes: {
    findingProviders: [
      { id: `${ID}.detector`, title: 'Detector', model: MODEL, worker: 'dist/detector.js' },
      {
        id: `${ID}.decibels`,
        title: 'Decibels',
        task: 'SEGMENTATION',
        model: MODEL,
        worker: 'dist/decibels.js',
        needsDynamicRange: true,
      },
      {
        id: `${ID}.weighted`,
        title: 'Weighted',
        model: {
          ...MODEL,
          weightsSha256: '9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c',
        },
        worker: 'dist/weighted.js',
        weights: 'weights/model.onnx',
      },
      {
        id: `${ID}.image`,
        title: 'Image',
        image: 'FRAME',
        model: MODEL,
        worker: 'dist/image.js',
      },
    ],
  },
};
const geometry = scannedVolumeGeometry([20, 20, 20], [1, 1, 1], 10);
const FILE_ID = '01900000-0000-7000-8000-0000000000ff';

/** Returns a volume of which views share the voxels, without a dynamic range. */
function aVolume(scanId: string): OpenedVolume & { disposals: number } {
  const { sizes, spacingMm } = geometry;
  return {
    scanId,
    fileId: FILE_ID,
    level: 'full',
    geometry,
    sizes,
    spacingMm,
    voxels: new Uint8Array(20 ** 3).fill(7),
    dynamicRangeDb: null,
    voxelToMm: (index) => voxelToMm(geometry, index),
    mmToVoxel: (pointMm) => mmToVoxel(geometry, pointMm),
    isCovered: () => true,
    slice: () => {
      throw new Error('Not used');
    },
    disposals: 0,
    dispose() {
      this.disposals += 1;
    },
  };
}

/** Image 3 of a scan: 4 × 3 pixels of 0.5 mm. */
const IMAGE: OpenedFrame = {
  fileId: '01900000-0000-7000-8000-0000000000ee',
  width: 4,
  height: 3,
  channels: 1,
  bytes: new Uint8Array(12).fill(9),
  dynamicRangeDb: null,
};
const targetOf = (scanId: string): FrameTarget => ({
  scanId,
  fileId: IMAGE.fileId,
  plane: 'IMG',
  frameIdx: 2,
  frame: { originMm: [0, 0, 2], right: [1, 0, 0], down: [0, 1, 0], widthMm: 2, heightMm: 1.5 },
  clockDeg: null,
  position: { sag: 0, tra: 0, depth: 0, rad: 0 },
});

type Answer = (start: WorkerStart) => unknown;

/** A worker that answers at once; null never answers. */
class AnsweringWorker extends FakeWorker {
  readonly #answer: Answer | null;
  constructor(answer: Answer | null) {
    super();
    this.#answer = answer;
  }
  override postMessage(start: WorkerStart): void {
    super.postMessage(start);
    if (this.#answer !== null) this.receive(this.#answer(start));
  }
}

const platforms: FakePlatform[] = [];
afterEach(() => {
  for (const platform of platforms.splice(0)) platform.dispose();
});

async function open(answer: Answer | null) {
  const platform = await fakePlatform();
  platforms.push(platform);
  const { backend, clock } = platform;
  const services = new ServiceRegistry();
  for (const [token, value] of platform.provisions) services.provide(token, value);
  const scanId = backend.scans[0]?.id ?? '';
  const volume = aVolume(scanId);
  const opening = services.provide(volumeToken, { open: async () => ok(volume) });
  let image: Result<OpenedFrame> = ok(IMAGE);
  const images = services.provide(frameToken, {
    open: async (frame) => {
      expect(frame).toEqual({ fileId: IMAGE.fileId });
      return image;
    },
  });
  const setImage = (next: Result<OpenedFrame>): void => {
    image = next;
  };
  const stored: Record<string, unknown>[] = [];
  backend.server.handle('getScan', () => okResponse(backend.scans[0]));
  backend.server.handle('createAiRun', ({ body, params }) => {
    const { findings, masks, ...run } = body as { findings: unknown[]; masks: unknown[] };
    stored.push({ ...run, findings, masks });
    const added = { scanId: params.scanId, jobId: null, findingCount: findings.length };
    const created = { createdAt: '2026-01-05T09:00:00Z', createdBy: null };
    return okResponse({ ...run, ...added, ...created });
  });
  const providers = createFindingProviders({
    providers: createRegistries([manifestSchema.parse(manifest)], new Map()).findingProviders,
    services,
    clock,
    moduleUrl: (id, path) => `https://clinic.example/third-party/${id}/${path}`,
    versionOf: () => '1.0.0',
    createWorker: () => new AnsweringWorker(answer),
  });
  return { platform, providers, stored, volume, opening, images, setImage, scanId };
}

const doneWith = (...proposals: readonly unknown[]): Answer => {
  const message = { kind: 'done', proposals, cut: 3, messages: ['Searched'] };
  return () => message;
};
const point = (score: number) => ({ shape: { kind: 'point', atMm: [1, 5, -2] }, score });

describe('a finding provider', () => {
  it('stores its checked proposals with provider, model and volume', async () => {
    const { providers, stored, scanId } = await open(doneWith(point(0.4), point(Number.NaN)));
    const run = await providers.run(`${ID}.detector`, scanId);
    expect(run).toMatchObject({ ok: true, value: { findingCount: 1, generator: 'AIAD' } });
    expect(stored).toMatchObject([
      {
        task: 'DETECTION',
        providerId: `${ID}.detector`,
        generator: 'AIAD',
        model: MODEL,
        volumeFileId: FILE_ID,
        messages: ['Searched'],
        dropped: [
          { reason: 'NOT_FINITE', count: 1 },
          { reason: 'OVER_LIMIT', count: 3 },
        ],
        findings: [{ score: 0.4, note: null, massLengthUm: null }],
      },
    ]);
    expect(providers.runs.getState()).toMatchObject([
      { id: stored[0]?.id, state: 'done', findingCount: 1, problem: null },
    ]);
  });

  it('stores the mask of a proposal with the run', async () => {
    const shape = {
      kind: 'mask',
      startVoxel: [4, 5, 6],
      sizes: [3, 3, 3],
      spacingMm: [1, 1, 1],
      voxels: new Uint8Array(27).fill(1),
    };
    const { providers, stored, scanId } = await open(doneWith({ shape, score: 0.5 }));
    expect(await providers.run(`${ID}.detector`, scanId)).toMatchObject({ ok: true });
    const [run] = stored as { findings: { id: string }[]; masks: unknown[] }[];
    expect(run?.masks).toMatchObject([
      { findingId: run?.findings[0]?.id, sizes: [3, 3, 3], originMm: [-5.5, 5.5, -3.5] },
    ]);
  });

  it('gets geometry and a copy of the voxels, and no id of patient, study or scan', async () => {
    const starts: WorkerStart[] = [];
    const { providers, volume, scanId, platform } = await open((message) => {
      starts.push(message);
      return doneWith()(message);
    });
    await providers.run(`${ID}.detector`, scanId, { seed: { pointMm: [1, 2, 3] } });
    expect(starts[0]).toMatchObject({
      moduleUrl: `https://clinic.example/third-party/${ID}/dist/detector.js`,
      input: {
        kind: 'VOLUME',
        sizes: [20, 20, 20],
        spacingMm: [1, 1, 1],
        originMm: [-9.5, 0.5, -9.5],
        coverage: { axisMm: { x: 0, z: 0 }, radiusMm: 10 },
        seed: { pointMm: [1, 2, 3] },
        dynamicRangeDb: null,
      },
    });
    const [{ input }] = starts as [WorkerStart];
    const { voxels, ...rest } = input as ProviderInput;
    expect([voxels.length, voxels[0], voxels === volume.voxels]).toEqual([8_000, 7, false]);
    const text = JSON.stringify(rest);
    const { scans, studyId } = platform.backend;
    for (const id of [scanId, studyId, scans[0]?.patientId]) expect(text).not.toContain(id);
    expect(volume.disposals).toBe(1);
  });

  it('stores nothing after its time limit, and another can run then', async () => {
    const { providers, stored, scanId, platform } = await open(null);
    const run = providers.run(`${ID}.detector`, scanId);
    await platform.clock.advance(0);
    const busy = await providers.run(`${ID}.detector`, scanId);
    expect(busy).toMatchObject({ problem: { code: 'PROVIDER_BUSY', source: ID } });
    await platform.clock.advance(60_000);
    expect(await run).toMatchObject({ problem: { code: 'PROVIDER_TOO_SLOW', source: ID } });
    expect(stored).toEqual([]);
    expect(providers.runs.getState()).toMatchObject([
      { state: 'failed', problem: { code: 'PROVIDER_TOO_SLOW' } },
    ]);
    const unknown = await providers.run('org.example.gone.detector', scanId);
    expect(unknown).toMatchObject({ problem: { code: 'PROVIDER_UNKNOWN' } });
  });

  it('is cancelled by the id of its run', async () => {
    const { providers, stored, scanId, platform } = await open(null);
    const run = providers.run(`${ID}.detector`, scanId);
    await platform.clock.advance(0);
    providers.cancel(providers.runs.getState()[0]?.id ?? '');
    expect(await run).toMatchObject({ problem: { code: 'PROVIDER_CANCELLED', source: ID } });
    expect(providers.runs.getState()[0]?.state).toBe('cancelled');
    expect(stored).toEqual([]);
  });

  it('that needs the dynamic range rejects a volume without one, in the list and when run', async () => {
    const { providers, volume, scanId } = await open(doneWith(point(1)));
    const rejections = (dynamicRangeDb: number | null) =>
      providers
        .list({ laterality: 'L', dynamicRangeDb })
        .map(({ id, rejection }) => [id, rejection?.code ?? null]);
    expect(rejections(null)).toEqual([
      [`${ID}.detector`, null],
      [`${ID}.decibels`, 'DYNAMIC_RANGE_UNKNOWN'],
      [`${ID}.weighted`, null],
    ]);
    expect(rejections(60).map(([, code]) => code)).toEqual([null, null, null]);
    const run = await providers.run(`${ID}.decibels`, scanId);
    expect(run).toMatchObject({ problem: { code: 'DYNAMIC_RANGE_UNKNOWN', source: ID } });
    expect(volume.disposals).toBe(1);
  });

  it('gets its verified weights, which are downloaded once', async () => {
    const starts: WorkerStart[] = [];
    const { providers, scanId, platform } = await open((message) => {
      starts.push(message);
      return doneWith()(message);
    });
    let downloads = 0;
    platform.backend.server.handle('getProviderWeights', ({ params }) => {
      downloads += 1;
      expect(params.provider).toBe(`${ID}.weighted`);
      return { status: 200, bytes: new TextEncoder().encode('weights') };
    });
    for (let n = 0; n < 2; n++)
      expect(await providers.run(`${ID}.weighted`, scanId)).toMatchObject({ ok: true });
    expect(downloads).toBe(1);
    expect(starts.map(({ input }) => new TextDecoder().decode(input.weights ?? undefined))).toEqual(
      ['weights', 'weights'],
    );
  });

  it('does not run with other weights than those of its manifest', async () => {
    const { providers, scanId, platform, stored } = await open(doneWith(point(1)));
    platform.backend.server.handle('getProviderWeights', () => ({
      status: 200,
      bytes: new TextEncoder().encode('other weights'),
    }));
    const run = await providers.run(`${ID}.weighted`, scanId);
    expect(run).toMatchObject({ problem: { code: 'PROVIDER_WEIGHTS_DIFFER', source: ID } });
    expect(stored).toEqual([]);
  });

  it('names the missing service when no extension opens volumes', async () => {
    const { providers, opening, scanId } = await open(doneWith(point(1)));
    opening.dispose();
    const run = await providers.run(`${ID}.detector`, scanId);
    expect(run).toMatchObject({ problem: { code: 'PROVIDER_WITHOUT_READER', source: ID } });
  });
});

describe('a finding provider of single images', () => {
  const inImage = (x: number) => ({ shape: { kind: 'point', atMm: [x, 0.5] }, score: 0.5 });

  it('gets the pixels of the image, and no id of patient, study, scan or file', async () => {
    const starts: WorkerStart[] = [];
    const { providers, scanId, platform } = await open((message) => {
      starts.push(message);
      return doneWith()(message);
    });
    await providers.run(`${ID}.image`, scanId, { frame: targetOf(scanId) });
    expect(starts[0]?.moduleUrl).toContain('dist/image.js');
    const [{ input }] = starts as [WorkerStart];
    const { pixels, ...rest } = input as FrameInput;
    expect([...pixels]).toEqual(new Array(12).fill(9));
    expect(rest).toMatchObject({ kind: 'FRAME', width: 4, height: 3, mmPerPixel: [0.5, 0.5] });
    const text = JSON.stringify(rest);
    const { scans, studyId } = platform.backend;
    for (const id of [scanId, studyId, scans[0]?.patientId, IMAGE.fileId])
      expect(text).not.toContain(id);
  });

  it('stores its checked proposals as marks of the image, with the file of the image', async () => {
    const { providers, stored, scanId } = await open(doneWith(inImage(1), inImage(2.5)));
    const frame = targetOf(scanId);
    expect(await providers.run(`${ID}.image`, scanId, { frame })).toMatchObject({ ok: true });
    expect(stored).toMatchObject([
      {
        task: 'DETECTION',
        generator: 'AIAD',
        volumeFileId: null,
        imageFileId: IMAGE.fileId,
        dropped: [
          { reason: 'OUTSIDE_IMAGE', count: 1 },
          { reason: 'OVER_LIMIT', count: 3 },
        ],
        findings: [{ score: 0.5 }],
      },
    ]);
    const [run] = stored as { findings: { marks: object }[] }[];
    const [mark] = Object.values(run?.findings[0]?.marks ?? {});
    expect(mark).toMatchObject({ planeView: 'IMG', frame: { originMm: [0, 0, 2] } });
    expect(providers.runs.getState()).toMatchObject([{ state: 'done', frame }]);
  });

  it('is listed for images only, and models of volumes for volumes only', async () => {
    const { providers } = await open(doneWith());
    const idsOf = (kind?: 'VOLUME' | 'FRAME') =>
      providers
        .list({ ...(kind === undefined ? {} : { kind }), laterality: 'L', dynamicRangeDb: 60 })
        .map(({ id }) => id);
    const ofVolumes = ['detector', 'decibels', 'weighted'].map((name) => `${ID}.${name}`);
    expect([idsOf(), idsOf('VOLUME'), idsOf('FRAME')]).toEqual([
      ofVolumes,
      ofVolumes,
      [`${ID}.image`],
    ]);
  });

  it('does not run without an image, or with one of another scan', async () => {
    const { providers, scanId, stored } = await open(doneWith(inImage(1)));
    const expected = { problem: { code: 'PROVIDER_WITHOUT_FRAME', source: ID } };
    expect(await providers.run(`${ID}.image`, scanId)).toMatchObject(expected);
    const frame = targetOf('another scan');
    expect(await providers.run(`${ID}.image`, scanId, { frame })).toMatchObject(expected);
    expect(stored).toEqual([]);
  });

  it('fails with the reason for which its image can’t be opened', async () => {
    const { providers, scanId, setImage, images } = await open(doneWith(inImage(1)));
    const options = { frame: targetOf(scanId) };
    setImage(fail(problem('FRAME_UNREADABLE', 'Unreadable', '', '')));
    const unreadable = await providers.run(`${ID}.image`, scanId, options);
    expect(unreadable).toMatchObject({ problem: { code: 'FRAME_UNREADABLE' } });
    images.dispose();
    const closed = await providers.run(`${ID}.image`, scanId, options);
    expect(closed).toMatchObject({ problem: { code: 'PROVIDER_WITHOUT_READER', source: ID } });
  });

  it('ends at its time limit and when it is cancelled, and stores nothing', async () => {
    const { providers, scanId, stored, platform } = await open(null);
    const options = { frame: targetOf(scanId) };
    const slow = providers.run(`${ID}.image`, scanId, options);
    await platform.clock.advance(60_000);
    expect(await slow).toMatchObject({ problem: { code: 'PROVIDER_TOO_SLOW', source: ID } });
    const stopped = providers.run(`${ID}.image`, scanId, options);
    await platform.clock.advance(0);
    providers.cancel(providers.runs.getState()[0]?.id ?? '');
    expect(await stopped).toMatchObject({ problem: { code: 'PROVIDER_CANCELLED' } });
    expect(stored).toEqual([]);
  });
});

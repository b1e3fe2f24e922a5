import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageTick, ScanFile } from '#contracts';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { rounds } from './support/rounds.ts';
import { ScanClient } from './support/scanning/scan-client.ts';

// F15: the scan service is killed at every tenth frame of a scan, and the scan is resumed.

const FRAMES_PER_SWEEP = 181;
const FRAMES = 2 * FRAMES_PER_SWEEP;
/** Every tenth frame in the long run. */
const KILLS = rounds(6, 36);
/** Width and height of a frame in pixels. */
const FRAME_PX = 16;
const SETTINGS = {
  speedFactor: 50,
  frameWidth: FRAME_PX,
  frameHeight: FRAME_PX,
  seed: 3,
  rf: false,
};
const RESUME = { laterality: 'R', protocol: 'UQQ', resume: true };

let server: TestServer;
let client: ScanClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await ScanClient.open(server, SETTINGS);
});
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await server?.stop();
});

const frameName = (sweep: string | undefined, frameIdx: number | undefined): string =>
  `${sweep} ${frameIdx}`;

/** Returns published frames that are not stored, and frames that are stored twice. */
function frameProblems(
  ticks: readonly Pick<ImageTick, 'fileId' | 'sweep' | 'frameIdx'>[],
  stored: readonly Pick<ScanFile, 'id' | 'header'>[],
): readonly string[] {
  const ids = new Set(stored.map(({ id }) => id));
  const names = stored.map(({ header }) => frameName(header?.sweep, header?.frameIdx));
  return [
    ...ticks
      .filter(({ fileId }) => !ids.has(fileId))
      .map(({ sweep, frameIdx }) => `published and not stored: ${frameName(sweep, frameIdx)}`),
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `stored twice: ${name}`),
  ];
}

/** Lists the missing frames by sweep, in the format of the server's report. */
function gapsOf(stored: readonly ScanFile[]) {
  const names = new Set(stored.map(({ header }) => frameName(header?.sweep, header?.frameIdx)));
  return ['CEN', 'PER']
    .map((sweep) => ({
      sweep,
      frameIdxs: Array.from({ length: FRAMES_PER_SWEEP }, (_, i) => i).filter(
        (frameIdx) => !names.has(frameName(sweep, frameIdx)),
      ),
    }))
    .filter(({ frameIdxs }) => frameIdxs.length > 0);
}

/** Lists stored frames whose samples differ from the raw sweep. */
async function sweepProblems(scanId: string): Promise<readonly string[]> {
  const frames = await client.listFiles(scanId, 'SCAN_IMAGE');
  const rawSweeps = (await client.listFiles(scanId, 'RAW')).filter(
    ({ header }) => header?.content !== 'RF',
  );
  expect(rawSweeps.map(({ header }) => header?.sweep).toSorted()).toEqual(['CEN', 'PER']);
  const problems: string[] = [];
  for (const raw of rawSweeps) {
    const { data: sweep } = unwrap(await readNrrd(await client.download(raw.id)));
    for (const { id, header } of frames.filter(
      (frame) => frame.header?.sweep === raw.header?.sweep,
    )) {
      const { data: rows } = unwrap(await readNrrd(await client.download(id)));
      const frameStart = (header?.frameIdx ?? 0) * FRAME_PX * FRAME_PX;
      // The image stores the lines as columns, the sweep stores one line after the other.
      const isSame = Array.from(rows).every(
        (greyLevel, i) =>
          sweep[frameStart + (i % FRAME_PX) * FRAME_PX + Math.floor(i / FRAME_PX)] === greyLevel,
      );
      if (!isSame) problems.push(frameName(header?.sweep, header?.frameIdx));
    }
  }
  return problems;
}

describe('a scan whose service is killed repeatedly', () => {
  it(`stores each published frame once, and reports the missing frames after each of ${KILLS} kills`, async () => {
    const { id: scanId } = await client.newScan();
    await client.startService();
    await client.command('StartScan', scanId, 1, { ...RESUME, resume: false });
    await client.waitForMessage('ack/Started', (body) => body.scanId === scanId);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const framesBeforeKill = Math.floor((kill * FRAMES) / (KILLS + 1));
      await client.waitForMessage(
        'image',
        (body) => (body.framesStored as number) >= framesBeforeKill,
      );
      await client.killService();
      expect((await client.scan(scanId)).scanState).toBe('I');
      const receivedBefore = client.received.length;
      await client.startService();
      const stored = await client.listFiles(scanId, 'SCAN_IMAGE');
      expect(frameProblems(client.ticks, stored)).toEqual([]);
      expect(await client.rejectedGaps(scanId, 1)).toEqual(gapsOf(stored));
      const commandId = await client.command('StartScan', scanId, 1, RESUME);
      const resumed = await client.waitForMessage(
        'ack/Resumed',
        (body) => body.commandId === commandId,
        receivedBefore,
      );
      // Frames in flight at the kill may be stored after the list was read.
      expect(resumed.framesStored).toBeGreaterThanOrEqual(stored.length);
    }
    await client.waitForMessage('ack/Completed', (body) => body.scanId === scanId);
    const stored = await client.listFiles(scanId, 'SCAN_IMAGE');
    expect(stored).toHaveLength(FRAMES);
    expect(frameProblems(client.ticks, stored)).toEqual([]);
    expect(await sweepProblems(scanId)).toEqual([]);
    expect((await client.scan(scanId)).scanState).toBe('C');
  });
});

describe('the check of frames', () => {
  it('reports a published frame that is lost, and a frame that is stored twice', () => {
    const file = (id: string, frameIdx: number) =>
      ({ id, header: { sizes: '1', sweep: 'CEN', frameIdx } }) as const;
    const tick = (fileId: string, frameIdx: number) =>
      ({ fileId, sweep: 'CEN', frameIdx }) as const;
    expect(frameProblems([tick('a', 0), tick('b', 1)], [file('a', 0)])).toEqual([
      'published and not stored: CEN 1',
    ]);
    expect(frameProblems([tick('a', 0)], [file('a', 0), file('b', 0)])).toEqual([
      'stored twice: CEN 0',
    ]);
  });
});

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobType } from '#contracts';
import { ProblemError, problem } from '#foundation';
import type { JobHandler } from '#server/extension';
import type { RegisteredHandler } from '../../../../platform/server/site/server-registrations.ts';

export const STEPS = 20;
const STEP_MS = 100;

/** Returns bytes that depend only on the scan. */
export function expectedVolume(scanId: string): Buffer {
  let bytes: Buffer = Buffer.alloc(0);
  for (let step = 0; step < STEPS; step++) bytes = appendStep(bytes, scanId, step);
  return bytes;
}

function appendStep(bytes: Buffer, scanId: string, step: number): Buffer {
  const block = createHash('sha256').update(bytes).update(`${scanId} ${step}`).digest();
  return Buffer.concat([bytes, block]);
}

const slow: JobHandler = {
  onScanCompleted: true,
  replaces: ['VOLUME3D'],
  async run(run) {
    let bytes: Buffer = Buffer.alloc(0);
    for (let step = 0; step < STEPS; step++) {
      await run.progress('Growing', step, STEPS);
      await sleep(STEP_MS);
      bytes = appendStep(bytes, run.scan.id, step);
    }
    const file = {
      fileCategory: 'VOLUME3D',
      fileExtension: 'nrrd',
      acquisitionTime: null,
    } as const;
    const header = { sizes: '4 4 4' };
    await run.publish([
      { ...file, fileName: 'volume.nrrd', role: 'PRIMARY', header, bytes },
      { ...file, fileName: 'level.nrrd', role: 'PYRAMID', header: { sizes: '2 2 2' }, bytes },
    ]);
  },
};

const failing: JobHandler = {
  onScanCompleted: false,
  run() {
    throw new ProblemError(problem('NO_RAW', 'The scan has no raw data', 'None.', 'Scan again.'));
  },
};

const registered = (handler: JobHandler): RegisteredHandler => ({
  extensionId: 'test',
  settings: {},
  handler,
});

/** R3D takes two seconds (20 steps of 100 ms); AUTO_DETECTION always fails; DICOM_3D_TO_PACS has no handler. */
export const testHandlers: ReadonlyMap<JobType, RegisteredHandler> = new Map([
  ['R3D', registered(slow)],
  ['AUTO_DETECTION', registered(failing)],
]);

import {
  type DeveloperAnswer,
  type DeviceFault,
  type DeviceStatus,
  developerAnswerSchema,
  SCAN_SERVICE_TIMEOUTS_MS,
  topics,
} from '#contracts';
import type { LiveLink } from '#core';
import { type Clock, fail, newId, ok, problem, type Result } from '#foundation';
import { developerTexts } from '../../texts/developer-texts.ts';
import type { ScannerLink } from './scanner-link.ts';

/** Developer mode: lets a simulated scanner fail, once, at a moment of its work. */
export interface DeveloperFaults {
  /** Problem `SCAN_SERVICE_SILENT` without an answer after 3 s; else why it could not be asked. */
  letFail(fault: DeviceFault): Promise<Result<DeveloperAnswer>>;
}

const isAtRest = (status: DeviceStatus | null): boolean =>
  status === null || ['ready', 'error', 'offline'].includes(status.state);

const SILENT = problem(
  'SCAN_SERVICE_SILENT',
  developerTexts.silent.title,
  developerTexts.silent.detail,
  developerTexts.silent.next,
);

export function createDeveloperFaults(options: {
  readonly scanner: Pick<ScannerLink, 'hold' | 'release' | 'store'>;
  readonly live: LiveLink;
  readonly clock: Clock;
}): DeveloperFaults {
  const { scanner, live, clock } = options;
  return {
    async letFail(fault) {
      // Whoever does not hold the scanner is not heard by it.
      const held = await scanner.hold();
      const { device } = scanner.store.getState();
      if (!held.ok) return held;
      if (device === null) return fail(SILENT);
      const { id: deviceId, organizationId } = device;
      const nowMs = clock.now();
      const id = newId();
      const { promise, resolve } = Promise.withResolvers<Result<DeveloperAnswer>>();
      const topic = topics.developerAnswer(organizationId, deviceId);
      const listening = live.subscribe(topic, developerAnswerSchema, ({ commandId, answer }) => {
        if (commandId === id) resolve(ok(answer));
      });
      const limit = clock.after(SCAN_SERVICE_TIMEOUTS_MS.connection, () => resolve(fail(SILENT)));
      const sent = await live.publish(topics.developerFail(organizationId, deviceId), {
        id,
        at: new Date(nowMs).toISOString(),
        seq: nowMs,
        scanId: null,
        epoch: 0,
        fault,
      });
      const answer = sent.ok ? await promise : sent;
      limit.dispose();
      listening.dispose();
      // Whoever scans with it goes on holding it.
      if (isAtRest(scanner.store.getState().status)) await scanner.release();
      return answer;
    },
  };
}

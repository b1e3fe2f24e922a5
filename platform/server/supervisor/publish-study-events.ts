import { type ScanMessage, type StudyMessage, topics } from '#contracts';
import { type Disposable, type Logger, newId } from '#foundation';
import type { Broker } from '../broker/broker.ts';
import type { ServerDeps } from '../http/server-deps.ts';

/** Publishes every study change to the subscribers of the organization's studies. */
export function publishStudyEvents(
  { studyChanged, clock, logger }: Pick<ServerDeps, 'studyChanged' | 'clock' | 'logger'>,
  broker: Pick<Broker, 'publish'>,
): Disposable {
  return studyChanged.on(({ organizationId, studyId, what = 'STUDY' }) => {
    const at = new Date(clock.now()).toISOString();
    const message: StudyMessage = { id: newId(), at, studyId, what };
    void publishEvent(broker, logger, topics.study(organizationId, studyId), message);
  });
}

/** Publishes every scan change to clients with the open scan. */
export function publishScanEvents(
  { scanChanged, clock, logger }: Pick<ServerDeps, 'scanChanged' | 'clock' | 'logger'>,
  broker: Pick<Broker, 'publish'>,
): Disposable {
  return scanChanged.on(({ organizationId, scanId, what }) => {
    const at = new Date(clock.now()).toISOString();
    const message: ScanMessage = { id: newId(), at, scanId, what };
    void publishEvent(broker, logger, topics.scan(organizationId, scanId), message);
  });
}

async function publishEvent(
  broker: Pick<Broker, 'publish'>,
  logger: Logger,
  topic: string,
  message: object,
): Promise<void> {
  const sent = await broker.publish(topic, message);
  // Pages fall back to polling.
  if (!sent.ok) logger.log('warn', sent.problem.title, { detail: sent.problem.detail });
}

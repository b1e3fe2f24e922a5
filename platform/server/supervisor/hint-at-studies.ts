import { type ScanMessage, type StudyMessage, topics } from '#contracts';
import { type Disposable, type Logger, newId } from '#foundation';
import type { Broker } from '../broker/broker.ts';
import type { ServerParts } from '../server-parts.ts';

/** Hands every change of a study to those who listen to their organization's studies. */
export function hintAtStudies(
  { studyChanged, clock, logger }: Pick<ServerParts, 'studyChanged' | 'clock' | 'logger'>,
  broker: Pick<Broker, 'publish'>,
): Disposable {
  return studyChanged.on(({ organizationId, studyId, what = 'STUDY' }) => {
    const at = new Date(clock.now()).toISOString();
    const message: StudyMessage = { id: newId(), at, studyId, what };
    void tell(broker, logger, topics.study(organizationId, studyId), message);
  });
}

/** Hands every change of a scan to those who have it open. */
export function hintAtScans(
  { scanChanged, clock, logger }: Pick<ServerParts, 'scanChanged' | 'clock' | 'logger'>,
  broker: Pick<Broker, 'publish'>,
): Disposable {
  return scanChanged.on(({ organizationId, scanId, what }) => {
    const at = new Date(clock.now()).toISOString();
    const message: ScanMessage = { id: newId(), at, scanId, what };
    void tell(broker, logger, topics.scan(organizationId, scanId), message);
  });
}

async function tell(
  broker: Pick<Broker, 'publish'>,
  logger: Logger,
  topic: string,
  message: object,
): Promise<void> {
  const sent = await broker.publish(topic, message);
  // Pages then follow by time.
  if (!sent.ok) logger.log('warn', sent.problem.title, { detail: sent.problem.detail });
}

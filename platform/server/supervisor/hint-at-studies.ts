import { type StudyMessage, topics } from '#contracts';
import { type Disposable, newId } from '#foundation';
import type { Broker } from '../broker/broker.ts';
import type { ServerParts } from '../server-parts.ts';

/** Hands every change of a study to those who listen to their organization's studies. */
export function hintAtStudies(
  { studyChanged, clock, logger }: Pick<ServerParts, 'studyChanged' | 'clock' | 'logger'>,
  broker: Pick<Broker, 'publish'>,
): Disposable {
  return studyChanged.on(({ organizationId, studyId }) => {
    const at = new Date(clock.now()).toISOString();
    const message: StudyMessage = { id: newId(), at, studyId };
    void broker.publish(topics.study(organizationId, studyId), message).then((sent) => {
      // Lists then follow by time.
      if (!sent.ok) logger.log('warn', sent.problem.title, { detail: sent.problem.detail });
    });
  });
}

import type { StudyMessage } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';

type Told = Pick<CallOf<never>, 'principal' | 'afterCommit'>;

/**
 * Hints to the lists of others that a study has changed in what they show, once that is durable, and
 * to those who have it open that it has another scan. Ids alone: whoever hears it reads the truth.
 */
export function tellStudy(
  { studyChanged }: Pick<ServerParts, 'studyChanged'>,
  { principal: { organizationId }, afterCommit }: Told,
  studyId: string,
  what: StudyMessage['what'] = 'STUDY',
): void {
  afterCommit(() => studyChanged.emit({ organizationId, studyId, what }));
}

/** The same act, told of whenever it was done and `studyOf` finds a study in its answer. */
export function tellingOfStudy<Sent extends Told, Answer>(
  parts: Pick<ServerParts, 'studyChanged'>,
  act: (call: Sent) => Promise<Answer | Refusal>,
  studyOf: (answer: NoInfer<Answer>) => string | null,
): (call: Sent) => Promise<Answer | Refusal> {
  return async (call) => {
    const answer = await act(call);
    if (answer instanceof Refusal) return answer;
    const studyId = studyOf(answer);
    if (studyId !== null) tellStudy(parts, call, studyId);
    return answer;
  };
}

import type { StudyMessage } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { ServerDeps } from '../../server-deps.ts';

type PublishingCall = Pick<CallOf<never>, 'principal' | 'afterCommit'>;

/**
 * Hints to the lists of others that a study has changed in what they show, once that is durable, and
 * to those who have it open that it has another scan. Ids alone: whoever hears it reads the truth.
 */
export function publishStudyChange(
  { studyChanged }: Pick<ServerDeps, 'studyChanged'>,
  { principal: { organizationId }, afterCommit }: PublishingCall,
  studyId: string,
  what: StudyMessage['what'] = 'STUDY',
): void {
  afterCommit(() => studyChanged.emit({ organizationId, studyId, what }));
}

/** The same act, told of whenever it was done and `studyOf` finds a study in its answer. */
export function withStudyPublishing<RouteCall extends PublishingCall, Output>(
  deps: Pick<ServerDeps, 'studyChanged'>,
  handler: (call: RouteCall) => Promise<Output | ErrorResponse>,
  studyOf: (response: NoInfer<Output>) => string | null,
): (call: RouteCall) => Promise<Output | ErrorResponse> {
  return async (call) => {
    const response = await handler(call);
    if (response instanceof ErrorResponse) return response;
    const studyId = studyOf(response);
    if (studyId !== null) publishStudyChange(deps, call, studyId);
    return response;
  };
}

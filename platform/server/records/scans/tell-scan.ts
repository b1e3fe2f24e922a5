import type { ScanMessage } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';

type Told = Pick<CallOf<never>, 'principal' | 'afterCommit'>;

/** An act, told of to those who have the scan open that `scanOf` finds in its answer. */
export function tellingOfScan<Sent extends Told, Answer>(
  { scanChanged }: Pick<ServerParts, 'scanChanged'>,
  what: ScanMessage['what'],
  act: (call: Sent) => Promise<Answer | Refusal>,
  scanOf: (answer: NoInfer<Answer>, call: Sent) => string | null,
): (call: Sent) => Promise<Answer | Refusal> {
  return async (call) => {
    const answer = await act(call);
    if (answer instanceof Refusal) return answer;
    const scanId = scanOf(answer, call);
    const { organizationId } = call.principal;
    if (scanId !== null) {
      call.afterCommit(() => scanChanged.emit({ organizationId, scanId, what }));
    }
    return answer;
  };
}

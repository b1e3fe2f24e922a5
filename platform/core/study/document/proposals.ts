import type { ApiClient } from '#api-client';
import { type AiDecision, type Finding, routes } from '#contracts';
import { fail, ok, type Result } from '#foundation';
import type { FindingsWorkspace } from './findings-workspace.ts';
import { studyProblems } from './study-problems.ts';

interface Proposals {
  readonly workspace: FindingsWorkspace;
}

/** Returns whether a finding belongs to an AI run, so that readers decide on it. */
export const isProposal = ({ workspace }: Proposals, findingId: string): boolean =>
  (workspace.find(findingId)?.ai ?? null) !== null;

/** Stores a decision on a proposal and reads the findings of its scan again. */
export async function decideProposal(
  api: ApiClient,
  { workspace }: Proposals,
  findingId: string,
  body: { readonly decision: AiDecision | null; readonly reason: string | null },
): Promise<Result<Finding>> {
  // The server keeps an edited copy, so it must know the edits first.
  const saved = await workspace.queue.flush();
  if (!saved.ok) return saved;
  const decided = await api.call(routes.decideAiFinding, { params: { id: findingId }, body });
  if (!decided.ok) return decided;
  const read = await workspace.read();
  return read.ok ? decided : read;
}

/** Accepts a proposal and returns the copy; an accepted proposal keeps its copy. */
export async function acceptProposal(
  api: ApiClient,
  proposals: Proposals,
  findingId: string,
): Promise<Result<Finding>> {
  const body = { decision: 'ACCEPTED', reason: null } as const;
  const decided = await decideProposal(api, proposals, findingId, body);
  if (!decided.ok) return decided;
  const copy = await copyOfProposal(api, proposals, findingId);
  if (!copy.ok) return copy;
  return copy.value === null ? fail(studyProblems.noFinding) : ok(copy.value);
}

/** Returns the newest copy of a proposal that is not deleted; null without one. */
export async function copyOfProposal(
  api: ApiClient,
  { workspace }: Proposals,
  findingId: string,
): Promise<Result<Finding | null>> {
  const relations = await api.call(routes.listRelationsOfAiFinding, { params: { id: findingId } });
  if (!relations.ok) return relations;
  const copies = relations.value.items.flatMap(
    ({ userFindingId }) => workspace.find(userFindingId) ?? [],
  );
  return ok(copies[0] ?? null);
}

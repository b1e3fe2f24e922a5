import { type Finding, type GroupFindings, routes } from '#contracts';
import { type GroupProblem, groupFindings, ungroupFinding } from '#findings';
import { fail, ok, type Problem, type Result } from '#foundation';
import type { ApiClient } from '../../services/api/api-client.ts';
import { type Editing, findFinding } from './study-edits.ts';
import { studyProblems } from './study-problems.ts';

const withoutFields = (cause: Problem): GroupProblem => ({ ...cause, fields: [] });

/**
 * Merges findings into the target, by the rule that the server applies: asked here first, so that a
 * conflict names its fields at once. One transaction saves the new and deletes the old.
 */
export async function group(
  api: ApiClient,
  editing: Editing,
  wish: GroupFindings,
): Promise<Result<Finding, GroupProblem>> {
  const { workspace, facts } = editing;
  const target = findFinding(editing, wish.targetId);
  if (!target.ok) return fail(withoutFields(target.problem));
  const sources = wish.sourceIds.flatMap((id) => workspace.find(id) ?? []);
  if (sources.length < wish.sourceIds.length) return fail(withoutFields(studyProblems.noFinding));
  const allowed = groupFindings(target.value, sources, wish.resolved, facts);
  if (!allowed.ok) return allowed;
  const saved = await workspace.queue.flush();
  if (!saved.ok) return fail(withoutFields(studyProblems.notSaved));
  return acting(workspace, async () => {
    const answer = await api.call(routes.groupFindings, { body: wish });
    if (!answer.ok) return fail(withoutFields(answer.problem));
    const deleted = await deletedOf(api, sources);
    workspace.takeAct([answer.value.finding, ...deleted]);
    return ok(answer.value.finding);
  });
}

/** Splits a finding into one for each mark; answers the new ones, the representative mark's first. */
export async function ungroup(
  api: ApiClient,
  editing: Editing,
  findingId: string,
): Promise<Result<readonly Finding[]>> {
  const { workspace, facts } = editing;
  const finding = findFinding(editing, findingId);
  if (!finding.ok) return finding;
  const allowed = ungroupFinding(finding.value, facts);
  if (!allowed.ok) return allowed;
  const saved = await workspace.queue.flush();
  if (!saved.ok) return fail(studyProblems.notSaved);
  return acting(workspace, async () => {
    const answer = await api.call(routes.ungroupFinding, { body: { id: findingId } });
    if (!answer.ok) return answer;
    const { items } = answer.value;
    workspace.takeAct([...items, ...(await deletedOf(api, [finding.value]))]);
    return ok(items);
  });
}

async function acting<T>(workspace: Editing['workspace'], act: () => Promise<T>): Promise<T> {
  workspace.isActing = true;
  try {
    return await act();
  } finally {
    workspace.isActing = false;
    void workspace.read();
  }
}

/** The deleted findings with the version that undo needs. */
async function deletedOf(
  api: ApiClient,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  return Promise.all(
    findings.map(async (finding) => {
      const answer = await api.call(routes.getFinding, { params: { id: finding.id } });
      if (answer.ok) return answer.value;
      // It is deleted all the same; of its version this is the best guess.
      return { ...finding, version: finding.version + 1, deletedAt: finding.updatedAt };
    }),
  );
}

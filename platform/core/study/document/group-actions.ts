import type { ApiClient, CallProblem } from '#api-client';
import { type Finding, GROUPED_FIELDS, type GroupFindings, routes } from '#contracts';
import { groupFindings, ungroupFinding } from '#findings';
import { fail, ok, type Problem, type Result } from '#foundation';
import type { GroupRejection } from './study-document.ts';
import { type Editing, findFinding } from './study-edits.ts';
import { studyProblems } from './study-problems.ts';

const NO_ERRORS = { fields: [], omittedErrors: 0 };

/** Returns a rejection that concerns no field. */
export const withoutFields = (cause: Problem): GroupRejection => ({
  ...cause,
  fields: [],
  invalid: NO_ERRORS,
});

/** Returns the rejection of the server: invalid fields, or fields in conflict. */
function rejectionOf(problem: CallProblem): GroupRejection {
  const { fields, omittedErrors, data } = problem;
  const listed = (data as { readonly fields?: unknown } | null)?.fields;
  const inConflict = GROUPED_FIELDS.filter(
    (field) => Array.isArray(listed) && listed.includes(field),
  );
  return { ...problem, fields: inConflict, invalid: { fields, omittedErrors } };
}

/**
 * Merges findings into the target. Checks the server's rules locally first, so that a conflict
 * names its fields at once. The server saves and deletes in a single transaction.
 */
export async function group(
  api: ApiClient,
  editing: Editing,
  request: GroupFindings,
): Promise<Result<Finding, GroupRejection>> {
  const { workspace } = editing;
  const target = findFinding(editing, request.targetId);
  if (!target.ok) return fail(withoutFields(target.problem));
  const sources = request.sourceIds.flatMap((id) => workspace.find(id) ?? []);
  if (sources.length < request.sourceIds.length)
    return fail(withoutFields(studyProblems.noFinding));
  const allowed = groupFindings(target.value, sources, request.resolved);
  if (!allowed.ok) return fail({ ...allowed.problem, invalid: NO_ERRORS });
  const saved = await workspace.queue.flush();
  if (!saved.ok) return fail(withoutFields(studyProblems.notSaved));
  return whileGrouping(workspace, async () => {
    const response = await api.call(routes.groupFindings, { body: request });
    if (!response.ok) return fail(rejectionOf(response.problem));
    const deleted = await readDeleted(api, sources);
    workspace.applyServerEdit([response.value.finding, ...deleted]);
    return ok(response.value.finding);
  });
}

/**
 * Splits a finding into one per mark; returns the new findings, that of the representative mark
 * first.
 */
export async function ungroup(
  api: ApiClient,
  editing: Editing,
  findingId: string,
): Promise<Result<readonly Finding[]>> {
  const { workspace } = editing;
  const finding = findFinding(editing, findingId);
  if (!finding.ok) return finding;
  const allowed = ungroupFinding(finding.value);
  if (!allowed.ok) return allowed;
  const saved = await workspace.queue.flush();
  if (!saved.ok) return fail(studyProblems.notSaved);
  return whileGrouping(workspace, async () => {
    const response = await api.call(routes.ungroupFinding, { body: { id: findingId } });
    if (!response.ok) return response;
    const { items } = response.value;
    if (workspace.hidden.ids.has(findingId)) workspace.hidden.addStored(items.map(({ id }) => id));
    workspace.applyServerEdit([...items, ...(await readDeleted(api, [finding.value]))]);
    return ok(items);
  });
}

/** Runs a server action with `isGrouping` set, then reads the findings again. */
async function whileGrouping<T>(
  workspace: Editing['workspace'],
  run: () => Promise<T>,
): Promise<T> {
  workspace.isGrouping = true;
  try {
    return await run();
  } finally {
    workspace.isGrouping = false;
    void workspace.read();
  }
}

/** Reads findings that the server has just deleted, because undo needs their new versions. */
async function readDeleted(
  api: ApiClient,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  return Promise.all(
    findings.map(async (finding) => {
      const response = await api.call(routes.getFinding, { params: { id: finding.id } });
      if (response.ok) return response.value;
      // Assumes the next version, because the finding is deleted but can't be read.
      return { ...finding, version: finding.version + 1, deletedAt: finding.updatedAt };
    }),
  );
}

import { FINDING_ACTIONS, type FindingEdit, type routes } from '#contracts';
import { colleaguesOf } from '../../accounts/account-rows.ts';
import { filteredAudit } from '../../audit/read-audit.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import { unpagedList } from '../shared/paging.ts';
import { findings } from './finding-rows.ts';

const MAX_EDITS = 200;

/**
 * Lists the newest edits of a finding from the audit trail, newest first; not found unless the
 * caller may see the finding. A blind annotator gets no names of other editors, and the reader of a
 * case only the own edits.
 */
export async function listFindingEdits(call: CallOf<typeof routes.listFindingEdits>) {
  const { db, params, principal, addAuditSubject } = call;
  const finding = await findings(db, principal).where('id', '=', params.id).executeTakeFirst();
  if (finding === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: finding.scanId });
  const { organizationId, accountId, blind } = principal;
  const rows = await filteredAudit(db, organizationId, { subjectId: params.id, outcome: 'done' })
    .select(['audit.at', 'audit.act', 'audit.actorId'])
    .where('audit.act', 'in', FINDING_ACTIONS)
    .$if(finding.inOpenCase, (ownEdits) => ownEdits.where('audit.actorId', '=', accountId))
    .orderBy('audit.seq', 'desc')
    .limit(MAX_EDITS)
    .execute();
  const editorIds = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))];
  const editors = await colleaguesOf(db, organizationId, editorIds);
  const editorById = new Map(editors.map((editor) => [editor.id, editor] as const));
  return unpagedList(rows, ({ at, act: action, actorId }): FindingEdit => {
    const editor = actorId === null ? null : (editorById.get(actorId) ?? null);
    const isNameVisible = editor === null || !blind || editor.id === accountId;
    return {
      at,
      act: action as FindingEdit['act'],
      by: isNameVisible ? editor : { ...editor, name: null },
    };
  });
}

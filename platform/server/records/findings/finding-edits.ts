import { sql } from 'kysely';
import { FINDING_ACTIONS, type FindingEdit, type routes } from '#contracts';
import { colleaguesOf } from '../../accounts/account-rows.ts';
import { filteredAudit } from '../../audit/read-audit.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import { unpagedList } from '../shared/paging.ts';
import { findings } from './finding-rows.ts';

const MAX_EDITS = 200;
/** Audit subject of a call that left the finding's content unchanged. */
export const NO_EDIT = { edit: 'none' } as const;

/**
 * Lists the edits of a finding from the audit trail; not found unless the caller may see the
 * finding.
 */
export async function listFindingEdits(call: CallOf<typeof routes.listFindingEdits>) {
  const { db, params, principal, addAuditSubject } = call;
  const finding = await findings(db, principal).where('id', '=', params.id).executeTakeFirst();
  if (finding === undefined) return notFound('The finding');
  addAuditSubject({ scanId: finding.scanId });
  const { organizationId, accountId, blind } = principal;
  const rows = await filteredAudit(db, organizationId, { subjectId: params.id, outcome: 'done' })
    .select(['audit.at', 'audit.act', 'audit.actorId'])
    .where('audit.act', 'in', FINDING_ACTIONS)
    .where(sql<boolean>`audit.subject ->> 'edit' is distinct from ${NO_EDIT.edit}`)
    .orderBy('audit.seq', 'desc')
    .limit(MAX_EDITS)
    .execute();
  const editors = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))];
  const people = await colleaguesOf(db, organizationId, editors);
  const names = new Map(people.map((colleague) => [colleague.id, colleague] as const));
  return unpagedList(rows, ({ at, act: action, actorId }): FindingEdit => {
    const person = names.get(actorId ?? '') ?? null;
    const isNameVisible = person === null || !blind || person.id === accountId;
    return {
      at,
      act: action as FindingEdit['act'],
      by: isNameVisible ? person : { ...person, name: null },
    };
  });
}

import { type Kysely, sql } from 'kysely';
import { CLAIM_MINUTES, type routes, type StudyClaim, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { publishStudyChange } from '../shared/publish-study-change.ts';
import { CLAIMANT_NAME } from '../shared/reading-columns.ts';

/** Time of the database, so that all API processes use the same clock. */
const now = sql<string>`clock_timestamp()`;
const claimExpiry = sql<string>`clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES})`;

const BLIND_CLAIM_ERROR = errorResponse('Forbidden', serverMessage('BLIND_CLAIM'));

/**
 * Claims a study for the caller's account, or renews the claim. Rejects while another account has
 * claimed the study, unless `takeOver` is set. All sessions of an account share its claim.
 */
export async function claimStudy(
  deps: Pick<ServerDeps, 'studyChanged'>,
  call: CallOf<typeof routes.claimStudy>,
): Promise<StudyClaim | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId, accountId, tokenId } = principal;
  if (principal.blind) return BLIND_CLAIM_ERROR;
  const study = await readableStudy(db, organizationId, params.id);
  if (study === undefined || accountId === null) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  if (!(await lockSession(call)))
    return errorResponse('Unauthorized', serverMessage('SIGN_IN_REQUIRED'));
  const previous = await activeClaim(db, organizationId, params.id);
  const otherClaim = previous !== undefined && previous.accountId !== accountId ? previous : null;
  if (otherClaim !== null && !body.takeOver) return studyClaimedError(otherClaim);
  if (otherClaim !== null) addAuditSubject({ takenFrom: otherClaim.accountId });
  await db
    .insertInto('studyClaim')
    .values({ organizationId, studyId: params.id, accountId, since: now, until: claimExpiry })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'studyId'])
        .doUpdateSet({
          accountId,
          until: claimExpiry,
          since: sql<string>`case when study_claim.account_id = ${accountId}
            and study_claim.until > clock_timestamp() then study_claim.since
            else clock_timestamp() end`,
        })
        // Does not overwrite the claim of an account that claimed the study in the meantime.
        .where((eb) =>
          eb.or([
            eb('studyClaim.accountId', '=', accountId),
            eb('studyClaim.until', '<=', now),
            ...(otherClaim === null ? [] : [eb('studyClaim.accountId', '=', otherClaim.accountId)]),
          ]),
        ),
    )
    .execute();
  const current = await activeClaim(db, organizationId, params.id);
  if (current === undefined) return errorResponse('Conflict', serverMessage('STUDY_JUST_RELEASED'));
  if (current.accountId !== accountId) return studyClaimedError(current);
  const tab = { studyId: params.id, sessionId: tokenId, tabId: body.tab ?? tokenId };
  await db
    .insertInto('studyClaimTab')
    .values({ organizationId, accountId, ...tab, until: claimExpiry })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'studyId', 'sessionId', 'tabId'])
        .doUpdateSet({ until: claimExpiry }),
    )
    .execute();
  // Publishes nothing for a renewal, because the claimant stays the same.
  if (previous?.accountId !== accountId) publishStudyChange(deps, call, params.id);
  return toClaim(current);
}

/** Releases the claim of a tab; does nothing when the tab has none. */
export async function releaseStudy(
  deps: Pick<ServerDeps, 'studyChanged'>,
  call: CallOf<typeof routes.releaseStudy>,
): Promise<Record<string, never> | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId, tokenId } = principal;
  if (principal.blind) return BLIND_CLAIM_ERROR;
  const study = await readableStudy(db, organizationId, params.id);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  // Locks in the same order as a claim, because calls of one tab could otherwise deadlock.
  await db
    .selectFrom('studyClaim')
    .select('studyId')
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', params.id)
    .forUpdate()
    .execute();
  const removed = await db
    .deleteFrom('studyClaimTab')
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', params.id)
    .where('sessionId', '=', tokenId)
    .where('tabId', '=', body.tab ?? tokenId)
    .executeTakeFirst();
  if (
    removed.numDeletedRows > 0n &&
    (await activeClaim(db, organizationId, params.id)) === undefined
  ) {
    publishStudyChange(deps, call, params.id);
  }
  return {};
}

function readableStudy(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .selectFrom('study')
    .select('patientId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Locks the caller's session until the call ends, because claims are deleted with their session.
 * False when the session has ended.
 */
async function lockSession({ db, principal }: CallOf<typeof routes.claimStudy>): Promise<boolean> {
  const session = await db
    .selectFrom('sessionToken')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', principal.tokenId)
    .forKeyShare()
    .executeTakeFirst();
  return session !== undefined;
}

type ActiveClaim = NonNullable<Awaited<ReturnType<typeof activeClaim>>>;

function activeClaim(db: Kysely<Database>, organizationId: string, studyId: string) {
  return db
    .selectFrom('studyClaim as claim')
    .innerJoin('account as claimant', (join) =>
      join
        .onRef('claimant.organizationId', '=', 'claim.organizationId')
        .onRef('claimant.id', '=', 'claim.accountId'),
    )
    .select(['claim.studyId', 'claim.accountId', 'claim.since', 'claim.until'])
    .select(CLAIMANT_NAME.as('name'))
    .where('claim.organizationId', '=', organizationId)
    .where('claim.studyId', '=', studyId)
    .where('claim.until', '>', now)
    .executeTakeFirst();
}

function toClaim({ studyId, accountId, name, since, until }: ActiveClaim): StudyClaim {
  return { studyId, claimedBy: { accountId, name, since }, until };
}

function studyClaimedError(claim: ActiveClaim): ErrorResponse {
  return errorResponse(
    'StudyClaimed',
    serverMessage('STUDY_CLAIMED', { name: claim.name }),
    toClaim(claim),
  );
}

import { type Kysely, sql } from 'kysely';
import { CLAIM_MINUTES, type routes, type StudyClaim } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { ACCOUNT_NAME } from '../shared/reading-columns.ts';
import { publishStudyChange } from './publish-study-change.ts';

// Uses the database's clock, so that several API processes agree.
const now = sql<string>`clock_timestamp()`;
const claimExpiry = sql<string>`clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES})`;

const BLIND_CLAIM_ERROR = errorResponse(
  'Forbidden',
  'Blind annotators hold no study: others would learn of them',
);

/**
 * Claims a study for the caller's account, or renews the claim. Rejected while another account has
 * claimed the study, unless `takeOver` is set. Other sessions of the same account can always
 * continue.
 */
export async function claimStudy(
  deps: Pick<ServerDeps, 'studyChanged'>,
  call: CallOf<typeof routes.holdStudy>,
): Promise<StudyClaim | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId, accountId, tokenId } = principal;
  if (principal.blind) return BLIND_CLAIM_ERROR;
  const study = await readableStudy(db, organizationId, params.id);
  if (study === undefined || accountId === null) return notFound('The study');
  addAuditSubject({ patientId: study.patientId });
  if (!(await lockSession(call))) return errorResponse('Unauthorized', 'Sign in to go on');
  const before = await activeClaim(db, organizationId, params.id);
  const claimedByOther = before !== undefined && before.accountId !== accountId ? before : null;
  if (claimedByOther !== null && !body.takeOver) return studyClaimedError(claimedByOther);
  if (claimedByOther !== null) addAuditSubject({ takenFrom: claimedByOther.accountId });
  await db
    .insertInto('studyHold')
    .values({ organizationId, studyId: params.id, accountId, since: now, until: claimExpiry })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'studyId'])
        .doUpdateSet({
          accountId,
          until: claimExpiry,
          since: sql<string>`case when study_hold.account_id = ${accountId}
            and study_hold.until > clock_timestamp() then study_hold.since
            else clock_timestamp() end`,
        })
        // Another account may claim at the same moment; its claim is reported, never overwritten.
        .where((eb) =>
          eb.or([
            eb('studyHold.accountId', '=', accountId),
            eb('studyHold.until', '<=', now),
            ...(claimedByOther === null
              ? []
              : [eb('studyHold.accountId', '=', claimedByOther.accountId)]),
          ]),
        ),
    )
    .execute();
  const after = await activeClaim(db, organizationId, params.id);
  if (after === undefined)
    return errorResponse('Conflict', 'The study has just been let go. Try again');
  if (after.accountId !== accountId) return studyClaimedError(after);
  const tab = { studyId: params.id, sessionId: tokenId, tabId: body.tab ?? tokenId };
  await db
    .insertInto('studyHoldTab')
    .values({ organizationId, accountId, ...tab, until: claimExpiry })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'studyId', 'sessionId', 'tabId'])
        .doUpdateSet({ until: claimExpiry }),
    )
    .execute();
  // A renewed claim changes nothing for others.
  if (before?.accountId !== accountId) publishStudyChange(deps, call, params.id);
  return toClaim(after);
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
  if (study === undefined) return notFound('The study');
  addAuditSubject({ patientId: study.patientId });
  // Locks in the same order as a claim, because calls of one tab could otherwise deadlock.
  await db
    .selectFrom('studyHold')
    .select('studyId')
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', params.id)
    .forUpdate()
    .execute();
  const removed = await db
    .deleteFrom('studyHoldTab')
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
async function lockSession({ db, principal }: CallOf<typeof routes.holdStudy>): Promise<boolean> {
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
    .selectFrom('studyHold as hold')
    .innerJoin('account as holder', (join) =>
      join
        .onRef('holder.organizationId', '=', 'hold.organizationId')
        .onRef('holder.id', '=', 'hold.accountId'),
    )
    .select(['hold.studyId', 'hold.accountId', 'hold.since', 'hold.until'])
    .select(ACCOUNT_NAME.as('name'))
    .where('hold.organizationId', '=', organizationId)
    .where('hold.studyId', '=', studyId)
    .where('hold.until', '>', now)
    .executeTakeFirst();
}

function toClaim({ studyId, accountId, name, since, until }: ActiveClaim): StudyClaim {
  return { studyId, heldBy: { accountId, name, since }, until };
}

function studyClaimedError(claim: ActiveClaim): ErrorResponse {
  return errorResponse('StudyHeld', `${claim.name} is reading this study`, toClaim(claim));
}

import type { routes } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { validatePosition } from '../shared/validate-position.ts';
import { gridOfScan } from './convert-nipple.ts';
import { scanById } from './scan-rows.ts';

/**
 * Records the caller's presence and returns the other readers of the scan; rejects a plane position
 * outside the volume. Blind annotators get no
 * readers and are not shown to others.
 */
export async function reportPresence(
  deps: Pick<ServerDeps, 'scanChanged' | 'scanReaders'>,
  {
    db,
    params,
    body,
    principal,
    addAuditSubject,
    afterCommit,
  }: CallOf<typeof routes.reportPresence>,
) {
  const { organizationId, accountId } = principal;
  const scanId = params.id;
  const scan = await scanById(db, organizationId, scanId);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  if (principal.blind || accountId === null) return { items: [] };
  const account = await db
    .selectFrom('account')
    .select(['firstName', 'lastName', 'email'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ') || account.email;
  if (body.place !== null) {
    const volume = await gridOfScan(db, organizationId, scanId);
    const outside = validatePosition(volume, body.place, 'place.');
    if (outside !== null) return outside;
  }
  const isChanged = deps.scanReaders.report(organizationId, scanId, { ...body, accountId, name });
  if (isChanged) {
    afterCommit(() => deps.scanChanged.emit({ organizationId, scanId, what: 'READERS' }));
  }
  return { items: [...deps.scanReaders.others(organizationId, scanId, accountId)] };
}

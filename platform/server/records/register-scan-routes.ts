import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { routes } from '#contracts';
import { newId } from '#foundation';
import { actorIdOf } from '../accounts/principal.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, Refusal, refuse, versionConflict } from '../http/refusal.ts';
import type { CompletedScanQueue, ServerParts } from '../server-parts.ts';
import { makeScan } from './make-scan.ts';
import { wholeList } from './paging.ts';
import { lockScan, scanById, scans, toScan } from './scan-rows.ts';
import { updateScanState } from './update-scan-state.ts';

export function registerScanRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  jobs: CompletedScanQueue,
): void {
  bindRoute(server, parts, routes.createScan, createScan);

  bindRoute(server, parts, routes.getScan, async ({ db, params, principal, about }) => {
    const row = await scanById(db, principal.organizationId, params.id);
    if (row === undefined) return notFound('The scan');
    if (principal.kind === 'device' && row.deviceId !== principal.deviceId) {
      return notFound('The scan');
    }
    about({ patientId: row.patientId });
    return toScan(row);
  });

  bindRoute(server, parts, routes.listScansOfStudy, async ({ db, params, principal }) => {
    const rows = await scans(db, principal.organizationId)
      .where('studyId', '=', params.studyId)
      .orderBy('acquisitionTime', (order) => order.desc().nullsFirst())
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return wholeList(rows, toScan);
  });

  bindRoute(server, parts, routes.updateScanState, (call) => updateScanState(jobs, call));

  bindRoute(server, parts, routes.setNipple, (call) => {
    const setAt = new Date(parts.clock.now()).toISOString();
    const nipple = { ...call.body, setBy: actorIdOf(call.principal), setAt };
    return changeScan(call, { nippleLocation: JSON.stringify(nipple) });
  });

  bindRoute(server, parts, routes.confirmOrientation, (call) =>
    changeScan(call, { orientationConfirmed: true }),
  );
}

/** A repeated call with the same id finds the scan that the first one made. */
async function createScan({ db, body, principal, about }: CallOf<typeof routes.createScan>) {
  const { organizationId } = principal;
  const id = body.id ?? newId();
  about({ id, studyId: body.studyId });
  // Two calls with one id come one after the other: the second finds what the first one made.
  await db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', body.studyId)
    .forUpdate()
    .execute();
  const known = await scanById(db, organizationId, id);
  if (known !== undefined) {
    const same =
      known.studyId === body.studyId &&
      known.laterality === body.laterality &&
      known.protocol === body.protocol;
    return same ? toScan(known) : refuse('Conflict', 'Another scan has this id');
  }
  if (body.deviceId !== null) {
    const device = await db
      .selectFrom('device')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', body.deviceId)
      .executeTakeFirst();
    if (device === undefined) return notFound('The device');
  }
  const made = await makeScan(db, principal, {
    ...body,
    id,
    origin: 'SCANNED',
    scanState: 'N',
    acquisitionTime: null,
  });
  return made instanceof Refusal ? made : toScan(made);
}

/** A change that reading stations make; If-Match is honoured where it is sent. */
async function changeScan(
  call: Pick<
    CallOf<typeof routes.confirmOrientation>,
    'db' | 'params' | 'principal' | 'version' | 'about'
  >,
  change: { nippleLocation: string } | { orientationConfirmed: true },
) {
  const { db, params, principal, version, about } = call;
  const { organizationId } = principal;
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('The scan');
  about({ patientId: scan.patientId });
  if (version !== null && version !== scan.version) return versionConflict(toScan(scan));
  const changed = await db
    .updateTable('scan')
    .set((eb) => ({
      ...change,
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
      updatedBy: actorIdOf(principal),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toScan(changed);
}

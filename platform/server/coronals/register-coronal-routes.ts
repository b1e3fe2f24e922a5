import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound } from '../http/error-response.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { scanById } from '../records/scans/scan-rows.ts';
import { studyFor } from '../records/studies/study-rows.ts';
import { coronalPng } from '../sections/coronal-png.ts';
import { readSmallVolume } from '../sections/read-volume.ts';
import type { FileStore } from '../store/index.ts';

/** Maximum number of images in memory, about 10 KB each. */
const MAX_CACHED = 500;

/** Registers the small coronals of scans, which lists show. */
export function registerCoronalRoutes(
  server: FastifyInstance,
  deps: RouteDeps,
  store: FileStore,
): void {
  /** Images by organization and id of the volume's file, whose content never changes; the oldest first. */
  const cached = new Map<string, string>();
  const remember = (key: string, image: string): void => {
    cached.set(key, image);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  };
  bindRoute(server, deps, routes.getScanCoronal, async (call) => {
    const { db, params, principal, addAuditSubject }: CallOf<typeof routes.getScanCoronal> = call;
    const { organizationId } = principal;
    const scan = await scanById(db, organizationId, params.id);
    if (scan === undefined) return notFound('SCAN_NOT_FOUND');
    if (principal.blind && (await studyFor(db, principal, scan.studyAlias)) === undefined) {
      return notFound('SCAN_NOT_FOUND');
    }
    addAuditSubject({ patientId: scan.patientId });
    const file = await latestVolumeFile(db, { organizationId, scanId: scan.id });
    if (file === undefined) return { imageBase64: null };
    // Devices choose the ids of files, which are unique in an organization only.
    const key = `${organizationId} ${file.id}`;
    const known = cached.get(key);
    if (known !== undefined) return { imageBase64: known };
    const volume = await readSmallVolume({ db, organizationId, store }, scan.id);
    if (volume === null) return { imageBase64: null };
    const imageBase64 = coronalPng(volume).toString('base64');
    remember(key, imageBase64);
    return { imageBase64 };
  });
}

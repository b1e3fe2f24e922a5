import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import {
  type FindingProviderContribution,
  generatorOfTask,
  type routes,
  type Scan,
  serverMessage,
} from '#contracts';
import { type CollectedProposals, checkProposals, nippleMmOf } from '#findings';
import { ok, type Problem, problem, type Result } from '#foundation';
import { rotationAxisMm } from '#geometry';
import { readNrrd, storedDynamicRangeDb, type Volume, volumeFromNrrd } from '#volume';
import type { Database } from '../../database/schema.ts';
import { storeError } from '../../files/content/problem-response.ts';
import { latestVolumeFile } from '../../files/rows/find-volume.ts';
import { quarantineError } from '../../files/rows/quarantine.ts';
import { storedReference } from '../../files/rows/scan-file-rows.ts';
import { writeAudit } from '../../http/audit.ts';
import type { CallOf, ResponseOf } from '../../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  problemMessage,
} from '../../http/error-response.ts';
import { watchConnection } from '../../http/watch-connection.ts';
import {
  type AddressInput,
  askAddress,
  askMonai,
  providerFailed,
  type ServerModels,
} from '../../inference/index.ts';
import type { BoundedQueue } from '../../processes/bounded-queue.ts';
import type { Site } from '../../site/site.ts';
import type { FileStore, StoredReference } from '../../store/index.ts';
import { rejectIfFindingsOfScanSigned } from '../reports/reject-if-signed.ts';
import { scanById, toScan } from '../scans/scan-rows.ts';
import { isClosedScan, rejectAiInCase } from '../shared/open-reading.ts';

type Route = typeof routes.askFindingProvider;

export interface AskProviderDeps {
  readonly site: Site;
  /** Null in servers without files. */
  readonly store: FileStore | null;
  /** Writes the audit row that stays when the call fails; not the transaction of the call. */
  readonly auditDb: Kysely<Database>;
  /** Admits one volume at a time, because volumes are large. */
  readonly queue: BoundedQueue;
  /** Runs models on the server; null in servers without a data folder. */
  readonly models: ServerModels | null;
}

/**
 * Runs a provider on the server, or sends it the volume at its address, and returns its proposals
 * for the latest volume of a scan as findings. The volume has no identity. Stores nothing; the
 * caller stores the findings as a run.
 */
export async function askFindingProvider(
  call: CallOf<Route>,
  deps: AskProviderDeps,
): Promise<ResponseOf<Route> | ErrorResponse> {
  const { site, store, queue } = deps;
  const { db, params, body, principal, addAuditSubject, request } = call;
  const { organizationId } = principal;
  const scan = await scanById(db, organizationId, params.id);
  if (scan === undefined || (await isClosedScan(db, principal, params.id)))
    return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId, runId: body.runId });
  const inCase = await rejectAiInCase(db, principal, params.id);
  if (inCase !== null) return inCase;
  const found = remoteProvider(site, body.providerId);
  if (found === null) return notFound('FINDING_PROVIDER_NOT_FOUND');
  const { extensionId, provider } = found;
  const origin = provider.address === undefined ? null : new URL(provider.address).origin;
  if (origin !== null && !site.config.aiAddresses.includes(origin))
    return errorResponse('Conflict', serverMessage('FINDING_PROVIDER_ADDRESS', { origin }));
  // Checked before the images leave, because the findings couldn't be stored.
  const signedError = await rejectIfFindingsOfScanSigned(db, principal, params.id);
  if (signedError !== null) return signedError;
  const file = await latestVolumeFile(db, { organizationId, scanId: params.id });
  const reference = file === undefined ? null : storedReference(file);
  if (file === undefined || reference === null || store === null)
    return errorResponse('Conflict', serverMessage('VOLUME_PENDING'));
  const quarantined = quarantineError(file);
  if (quarantined !== null) return quarantined;
  using connection = watchConnection(request);
  const { signal } = connection;
  const slot = await queue.enter(signal);
  if (typeof slot === 'string') return toErrorResponse(busy(extensionId));
  try {
    const read = await readVolume(store, reference);
    if (!read.ok) return toErrorResponse(read.problem);
    const { volume, dynamicRangeDb } = read.value;
    if (provider.needsDynamicRange && dynamicRangeDb === null)
      return toErrorResponse(rangeUnknown(extensionId));
    const input = { ...inputOf(toScan(scan), read.value), runId: body.runId, seed: body.seed };
    const scanFile = { id: scan.id, patientId: scan.patientId, volumeFileId: file.id };
    const run = { ...found, input, voxels: volume.voxels, signal };
    const answer =
      origin === null
        ? await runOnServer(deps, run)
        : await askAddressed(call, deps, { ...run, origin }, scanFile);
    if (!answer.ok) return toErrorResponse(answer.problem);
    const { proposals, messages, cut } = answer.value;
    const generator = generatorOfTask(provider.task);
    const { findings, dropped, masks } = checkProposals(proposals, volume.geometry, generator, cut);
    return {
      volumeFileId: file.id,
      messages: [...messages],
      findings: [...findings],
      dropped: [...dropped],
      masks: [...masks],
    };
  } finally {
    slot.dispose();
  }
}

interface RemoteProvider {
  readonly extensionId: string;
  readonly provider: FindingProviderContribution;
}

/**
 * Returns a provider that an enabled extension declares with a server module or an address; null for
 * any other id. Only third-party extensions have server modules.
 */
function remoteProvider(site: Site, providerId: string): RemoteProvider | null {
  const builtIn = site.extensions.filter(({ enabled }) => enabled);
  for (const { manifest } of [...builtIn, ...site.thirdParty]) {
    const { findingProviders } = manifest.contributes;
    const provider = findingProviders.find(({ id }) => id === providerId);
    if (provider !== undefined && provider.worker === undefined)
      return { extensionId: manifest.id, provider };
  }
  return null;
}

interface RemoteRun extends RemoteProvider {
  readonly input: AddressInput;
  readonly voxels: Uint8Array;
  readonly signal: AbortSignal;
}

const runOnServer = async ({ models }: AskProviderDeps, run: RemoteRun) =>
  models === null ? providerFailed(run.extensionId, 'This server runs no models') : models.run(run);

/** Writes the audit row of the volume that leaves, then sends it to the address. */
async function askAddressed(
  { body, principal }: CallOf<Route>,
  { site, auditDb }: AskProviderDeps,
  { extensionId, provider, input, voxels, signal, origin }: RemoteRun & { readonly origin: string },
  scanFile: Readonly<Record<string, string>>,
): Promise<Result<CollectedProposals>> {
  await writeAudit(auditDb, {
    principal,
    organizationId: principal.organizationId,
    action: 'sendVolumeToProvider',
    outcome: 'done',
    subject: { ...scanFile, runId: body.runId, providerId: provider.id, origin },
  });
  const limitMs = site.config.limits.findingProviderSeconds * 1000;
  const address = provider.address ?? '';
  const call = { extensionId, address, input, voxels, limitMs, signal };
  const { remoteModel } = provider;
  return remoteModel === undefined ? askAddress(call) : askMonai({ ...call, remoteModel });
}

interface ReadVolume {
  readonly volume: Volume;
  readonly dynamicRangeDb: number | null;
}

async function readVolume(
  store: FileStore,
  reference: StoredReference,
): Promise<Result<ReadVolume>> {
  const stream = await store.stream(reference);
  if (!stream.ok) return stream;
  const nrrd = await readNrrd(await bytesOf(stream.value));
  if (!nrrd.ok) return nrrd;
  const volume = volumeFromNrrd(nrrd.value);
  if (!volume.ok) return volume;
  return ok({ volume: volume.value, dynamicRangeDb: storedDynamicRangeDb(nrrd.value.keyValues) });
}

async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the description of a volume without ids and names. */
function inputOf(
  scan: Pick<Scan, 'laterality' | 'nippleLocation'>,
  { volume: { geometry }, dynamicRangeDb }: ReadVolume,
): Omit<AddressInput, 'runId' | 'seed'> {
  const { sizes, spacingMm, originMm, coverageRadiusMm } = geometry;
  const nipple = scan.nippleLocation;
  return {
    kind: 'VOLUME',
    laterality: scan.laterality.id,
    dynamicRangeDb,
    sizes,
    spacingMm,
    originMm,
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    coverage: { axisMm: rotationAxisMm(geometry), radiusMm: coverageRadiusMm },
    nippleMm: nipple === null ? null : nippleMmOf(geometry, nipple),
  };
}

function toErrorResponse(cause: Problem): ErrorResponse {
  const message = problemMessage(cause);
  if (cause.code === 'PROVIDER_BUSY')
    return errorResponse('TooManyRequests', message, { problem: cause, retryAfterSeconds: 10 });
  if (cause.code.startsWith('PROVIDER_'))
    return errorResponse('InferenceFailed', message, { problem: cause });
  const isUnusable = /^(VOLUME_|NRRD_|DYNAMIC_RANGE)/.test(cause.code);
  return isUnusable ? errorResponse('Conflict', message, { problem: cause }) : storeError(cause);
}

const busy = (extensionId: string): Problem =>
  problem(
    'PROVIDER_BUSY',
    'Another volume is being analysed',
    'The server passes one volume at a time to a model.',
    'Try again in a moment.',
    extensionId,
  );

const rangeUnknown = (extensionId: string): Problem =>
  problem(
    'DYNAMIC_RANGE_UNKNOWN',
    `${extensionId} needs the dynamic range of the image`,
    'The file of the volume does not contain the range in dB.',
    'Use a volume from the scanner, or another model.',
    extensionId,
  );

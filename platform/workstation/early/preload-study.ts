import type { HangingProtocol } from '#contracts';
import type { BootPreview, BootPreviewEntry, Unchecked } from '#core';
import { createActivity, createTokenStore, type KeyValueStorage } from '#core/light';
import { type Clock, messageOf } from '#foundation';
import { parseHash } from '../navigation/app-path.ts';
import type { PreloadedResponses } from './preloaded-responses.ts';

/** Path of the study page. */
const STUDY_PATH = '/scan';

/** Returns whether the address opens the study page. */
export const isStudyPage = (hash: string): boolean => parseHash(hash).path === STUDY_PATH;

/** Boot preview of an extension. */
export interface PreviewLoader {
  /** Extension id. */
  readonly id: string;
  /** Layouts of the extension's manifest. */
  readonly protocols: readonly HangingProtocol[];
  /** Loads a module that exports `bootPreview`. */
  load(): Promise<unknown>;
}

export interface StudyPreloadOptions {
  readonly responses: PreloadedResponses;
  readonly hash: string;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  readonly previewLoaders: readonly PreviewLoader[];
  /** Aborts all requests and previews. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Resolves when the program must not wait longer for the preview, or the preview has ended. */
  readonly delayOver: Promise<void>;
  createPreviewContainer(): HTMLElement;
  /** Shows the patient's name; `patient` and `study` are unchecked responses of the same study. */
  showName(patient: Unchecked, study: Unchecked): void;
  /** Aborts `signal` and removes the preview. */
  end(): void;
  /** Logs an error; a failed preload costs only time. */
  log(detail: string): void;
}

/** Sends requests with the stored token. */
interface ApiReader {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of JSON requests. */
  readonly jsonHeaders: Readonly<Record<string, string>>;
  request(path: string): Promise<unknown>;
}

/**
 * Preloads user, study, scans, images and findings when the address names a study and a token is
 * stored, because the program would request them one after the other. Passes the responses to
 * extensions with a boot preview. Requests only the configuration when the session has expired.
 * Resolves when the previews are complete or `delayOver` has resolved.
 */
export async function preloadStudy(options: StudyPreloadOptions): Promise<void> {
  const { path, query } = parseHash(options.hash);
  const [studyId, requestedScanId] = [query.get('study'), query.get('scan')];
  const token = createTokenStore(options.storage).get();
  const config = await jsonOf(
    options.responses.preload('api/config', { accept: 'application/json' }),
  );
  if (path !== STUDY_PATH || studyId === null || token === null || config === null) return;
  if (query.get('safe') === '1' || isIdle(options, config) || options.signal.aborted) return;
  const reader = readerOf(options, token, String(config.apiKey));
  const previewLoaders = options.previewLoaders.filter(({ id }) => isEnabled(config, id));
  // Loads the code while the server responds.
  const pendingPreviews = previewLoaders.map(({ protocols, load }) => ({
    protocols,
    pendingModule: load(),
  }));
  for (const { pendingModule } of pendingPreviews) pendingModule.catch(() => undefined);
  const me = reader.request('/accounts/me').then(asObject);
  const study = reader.request(`/studies/${encodeURIComponent(studyId)}`).then(asObject);
  // Requests the volume before the scan list arrives, because the address already names the scan.
  if (requestedScanId !== null && previewLoaders.length > 0)
    void reader.request(volumePath(requestedScanId));
  const listed = await reader.request(`/studies/${encodeURIComponent(studyId)}/scans`);
  const preferences = me.then((person) => preferencesOf(reader, person));
  const scans = itemsOf(listed);
  const target =
    requestedScanId === null ? scans[0] : scans.find(({ id }) => id === requestedScanId);
  if (target === undefined || typeof target.id !== 'string' || target.scanState !== 'C') return;
  const person = await me;
  if (!mayRead(person) || options.signal.aborted) return;
  const preview = { scans, targetScanId: target.id, preferences };
  const previewsShown = Promise.all(
    pendingPreviews.map(({ protocols, pendingModule }) =>
      showPreview(options, reader, pendingModule, { ...preview, protocols }),
    ),
  );
  // Names the patient, because an image must never appear without a name.
  const named = study.then((loadedStudy) =>
    showVerifiedName(options, reader, { study: loadedStudy, scan: target }),
  );
  named.catch(({ message }: Error) => options.log(message));
  // Sends the remaining requests after the preview, so that the image gets the full capacity of the
  // server.
  await Promise.race([previewsShown, options.delayOver]);
  preloadImages(reader, scans);
  if (featuresOf(person).includes('ANTN_VIEW')) {
    void reader.request(`/scans/${target.id}/findings`);
    void reader.request(`/scans/${target.id}/hiddenFindings`);
  }
}

async function showPreview(
  options: StudyPreloadOptions,
  reader: ApiReader,
  pendingModule: ReturnType<PreviewLoader['load']>,
  preview: Pick<BootPreview, 'scans' | 'targetScanId' | 'preferences' | 'protocols'>,
): Promise<void> {
  try {
    const { bootPreview } = (await pendingModule) as { readonly bootPreview: BootPreviewEntry };
    if (options.signal.aborted) return;
    await bootPreview({
      ...preview,
      token: reader.token,
      signal: options.signal,
      container: options.createPreviewContainer(),
      end: options.end,
      read: (path, { range, json, signal }) =>
        (json ? options.responses.fetch : (options.fetch ?? globalThis.fetch))(`api${path}`, {
          headers: {
            ...(json ? reader.jsonHeaders : reader.headers),
            ...(range === undefined ? {} : { range: `bytes=${range.from}-${range.to - 1}` }),
          },
          signal,
          credentials: 'same-origin',
          cache: 'no-store',
        }),
    });
  } catch (thrown) {
    // Only logs the error, because the program shows the study and its errors anyway.
    if (!options.signal.aborted) options.log(messageOf(thrown));
    options.end();
  }
}

function readerOf({ responses }: StudyPreloadOptions, token: string, apiKey: string): ApiReader {
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` };
  const jsonHeaders = { ...headers, accept: 'application/json' };
  return {
    token,
    headers,
    jsonHeaders,
    request: (path) => jsonOf(responses.preload(`api${path}`, jsonHeaders)),
  };
}

/**
 * Returns the JSON of a 200 response; null otherwise. The program receives the same response and
 * reports errors.
 */
async function jsonOf(pending: Promise<Response>): Promise<Unchecked | null> {
  try {
    const response = await pending;
    return response.status === 200 ? asObject(await response.json()) : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Unchecked =>
  typeof value === 'object' && value !== null;

const asObject = (value: unknown): Unchecked | null => (isObject(value) ? value : null);

const itemsOf = (list: unknown): readonly Unchecked[] => {
  const items = asObject(list)?.items;
  return Array.isArray(items) ? items.filter(isObject) : [];
};

/** Returns whether the session has expired by inactivity. */
function isIdle({ storage, clock }: StudyPreloadOptions, config: Unchecked): boolean {
  const minutes = asObject(config.session)?.idleMinutes;
  // Treats the session as expired when the configuration states no limit.
  if (typeof minutes !== 'number') return true;
  return createActivity(storage, clock, minutes).isExpired();
}

const isEnabled = (config: Unchecked, id: string): boolean =>
  asObject(asObject(config.extensions)?.[id])?.enabled !== false;

const featuresOf = (person: Unchecked | null): readonly unknown[] =>
  Array.isArray(person?.permissions) ? person.permissions : [];

/** Returns whether the user has STUDY_VIEW and no forced password change is pending. */
const mayRead = (person: Unchecked | null): boolean =>
  person?.askedForResetPassword === false && featuresOf(person).includes('STUDY_VIEW');

/** Names the patient only when study, scan and patient reference each other. */
async function showVerifiedName(
  options: StudyPreloadOptions,
  reader: ApiReader,
  { study, scan }: { readonly study: Unchecked | null; readonly scan: Unchecked },
): Promise<void> {
  if (typeof study?.patientId !== 'string') return;
  const patient = await reader.request(`/patients/${study.patientId}`).then(asObject);
  if (patient === null || options.signal.aborted) return;
  const isConsistent = patient.id === scan.patientId && study.id === scan.studyId;
  if (isConsistent && patient.id === study.patientId) options.showName(patient, study);
}

const volumePath = (scanId: string): string => `/scans/${encodeURIComponent(scanId)}/volume`;

/** Requests the images with the same URLs as the study page. */
function preloadImages(reader: ApiReader, scans: readonly Unchecked[]): void {
  for (const { id, scanState } of scans) {
    if (scanState !== 'C') continue;
    void reader.request(`/scans/${id}/scanfiles?fileCategory=VOLUME3D&role=PRIMARY`);
    void reader.request(`/scans/${id}/scanfiles?fileCategory=SCAN_IMAGE&limit=1`);
  }
}

async function preferencesOf(
  reader: ApiReader,
  person: Unchecked | null,
): Promise<ReadonlyMap<string, string>> {
  if (typeof person?.id !== 'string' || !mayRead(person)) return new Map();
  const items = itemsOf(await reader.request(`/userprefs/${person.id}`));
  return new Map(items.map(({ prefCode, value }) => [String(prefCode), String(value)]));
}

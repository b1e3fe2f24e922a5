import type { BootPreview, BootPreviewEntry, Unchecked } from '#core';
import { createActivity, createTokenStore, type KeyValueStorage } from '#core/light';
import { type Clock, messageOf } from '#foundation';
import { parseHash } from '../routing/app-path.ts';
import type { PreloadedResponses } from './preloaded-responses.ts';

/** The page of one study. */
const STUDY_PATH = '/scan';

/** Whether the address names a page of one study. */
export const isStudyPage = (hash: string): boolean => parseHash(hash).path === STUDY_PATH;

export interface PreviewLoader {
  /** The extension's id. */
  readonly id: string;
  /** Answers a module with `firstLook`. */
  load(): Promise<unknown>;
}

export interface StudyPreloadOptions {
  readonly responses: PreloadedResponses;
  readonly hash: string;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  readonly previewLoaders: readonly PreviewLoader[];
  /** Of everything that is asked for and shown. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Resolves when the first pictures are whole, or are not to be waited for any longer. */
  readonly previewSettled: Promise<void>;
  createPreviewContainer(): HTMLElement;
  /** Who it is that is shown; both as they came, of one study. */
  name(patient: Unchecked, study: Unchecked): void;
  shown(until?: Promise<unknown>): void;
  end(): void;
  /** What went wrong is no more than a loss of time. */
  log(detail: string): void;
}

/** One reader of the server's, for as long as the bearer in the storage is this one. */
interface Reader {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of what is asked for in JSON. */
  readonly jsonHeaders: Readonly<Record<string, string>>;
  request(path: string): Promise<unknown>;
}

/**
 * Where the address names a study and somebody is signed in, asks for what the program will ask for
 * one after the other: who it is, the study, its scans, their images and findings. Extensions that
 * can show the study already are given what has come. Sends nothing where the session is over.
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
  // Their code comes while the server answers.
  const pendingModules = previewLoaders.map(({ load }) => load());
  for (const pendingModule of pendingModules) pendingModule.catch(() => undefined);
  const me = reader.request('/accounts/me').then(asObject);
  const study = reader.request(`/studies/${encodeURIComponent(studyId)}`).then(asObject);
  // Of the scan that the address names it is known before the list says that it is there.
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
  const shown = Promise.all(
    pendingModules.map((pendingModule) => showPreview(options, reader, pendingModule, preview)),
  );
  // A picture without its name is nobody's.
  const named = study.then((loadedStudy) =>
    showVerifiedName(options, reader, { study: loadedStudy, scan: target }),
  );
  named.catch(({ message }: Error) => options.log(message));
  // The server has its hands free for the picture; the rest is wanted by the program, later.
  if (previewLoaders.length > 0) await options.previewSettled;
  preloadImages(reader, scans);
  if (features(person).includes('ANTN_VIEW')) void reader.request(`/scans/${target.id}/findings`);
  await shown;
}

async function showPreview(
  options: StudyPreloadOptions,
  reader: Reader,
  pendingModule: ReturnType<PreviewLoader['load']>,
  preview: Pick<BootPreview, 'scans' | 'targetScanId' | 'preferences'>,
): Promise<void> {
  try {
    const { bootPreview } = (await pendingModule) as { readonly bootPreview: BootPreviewEntry };
    if (options.signal.aborted) return;
    await bootPreview({
      ...preview,
      token: reader.token,
      signal: options.signal,
      container: options.createPreviewContainer(),
      rendered: options.shown,
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
    // The program shows the study all the same, and says what is wrong with it.
    if (!options.signal.aborted) options.log(messageOf(thrown));
    options.end();
  }
}

function readerOf({ responses }: StudyPreloadOptions, token: string, apiKey: string): Reader {
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` };
  const jsonHeaders = { ...headers, accept: 'application/json' };
  return {
    token,
    headers,
    jsonHeaders,
    request: (path) => jsonOf(responses.preload(`api${path}`, jsonHeaders)),
  };
}

/** What came with 200; null for everything else, which the program hears of and tells. */
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

function isIdle({ storage, clock }: StudyPreloadOptions, config: Unchecked): boolean {
  const minutes = asObject(config.session)?.idleMinutes;
  // Without knowing the limit nobody may be taken for being there.
  if (typeof minutes !== 'number') return true;
  return createActivity(storage, clock, minutes).isExpired();
}

const isEnabled = (config: Unchecked, id: string): boolean =>
  asObject(asObject(config.extensions)?.[id])?.enabled !== false;

const features = (person: Unchecked | null): readonly unknown[] =>
  Array.isArray(person?.permissions) ? person.permissions : [];

/** Until the password that somebody else has set is changed, nothing is shown. */
const mayRead = (person: Unchecked | null): boolean =>
  person?.askedForResetPassword === false && features(person).includes('STUDY_VIEW');

/** Names the picture where study, scan and patient say of themselves that they belong together. */
async function showVerifiedName(
  options: StudyPreloadOptions,
  reader: Reader,
  { study, scan }: { readonly study: Unchecked | null; readonly scan: Unchecked },
): Promise<void> {
  if (typeof study?.patientId !== 'string') return;
  const patient = await reader.request(`/patients/${study.patientId}`).then(asObject);
  if (patient === null || options.signal.aborted) return;
  const isConsistent = patient.id === scan.patientId && study.id === scan.studyId;
  if (isConsistent && patient.id === study.patientId) options.name(patient, study);
}

const volumePath = (scanId: string): string => `/scans/${encodeURIComponent(scanId)}/volume`;

/** By the very addresses by which the reading room asks. */
function preloadImages(reader: Reader, scans: readonly Unchecked[]): void {
  for (const { id, scanState } of scans) {
    if (scanState !== 'C') continue;
    void reader.request(`/scans/${id}/scanfiles?fileCategory=VOLUME3D&role=PRIMARY`);
    void reader.request(`/scans/${id}/scanfiles?fileCategory=SCAN_IMAGE&limit=1`);
  }
}

async function preferencesOf(
  reader: Reader,
  person: Unchecked | null,
): Promise<ReadonlyMap<string, string>> {
  if (typeof person?.id !== 'string' || !mayRead(person)) return new Map();
  const items = itemsOf(await reader.request(`/userprefs/${person.id}`));
  return new Map(items.map(({ prefCode, value }) => [String(prefCode), String(value)]));
}

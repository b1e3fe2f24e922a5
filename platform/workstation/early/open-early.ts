import type { BootPreview, BootPreviewEntry, Unchecked } from '#core';
import { createActivity, createTokenStore, type KeyValueStorage } from '#core/light';
import { type Clock, messageOf } from '#foundation';
import { parseHash } from '../routing/app-path.ts';
import type { EarlyAnswers } from './early-answers.ts';

/** The page of one study. */
const STUDY_PATH = '/scan';

/** Whether the address names a page of one study. */
export const isOfStudy = (hash: string): boolean => parseHash(hash).path === STUDY_PATH;

export interface EarlyDoor {
  /** The extension's id. */
  readonly id: string;
  /** Answers a module with `firstLook`. */
  load(): Promise<unknown>;
}

export interface EarlyParts {
  readonly answers: EarlyAnswers;
  readonly hash: string;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  readonly doors: readonly EarlyDoor[];
  /** Of everything that is asked for and shown. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Resolves when the first pictures are whole, or are not to be waited for any longer. */
  readonly goOn: Promise<void>;
  makePlace(): HTMLElement;
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
  readonly asked: Readonly<Record<string, string>>;
  ask(path: string): Promise<unknown>;
}

/**
 * Where the address names a study and somebody is signed in, asks for what the program will ask for
 * one after the other: who it is, the study, its scans, their images and findings. Extensions that
 * can show the study already are given what has come. Sends nothing where the session is over.
 */
export async function openEarly(parts: EarlyParts): Promise<void> {
  const { path, query } = parseHash(parts.hash);
  const [studyId, wanted] = [query.get('study'), query.get('scan')];
  const token = createTokenStore(parts.storage).get();
  const config = await jsonOf(parts.answers.ask('api/config', { accept: 'application/json' }));
  if (path !== STUDY_PATH || studyId === null || token === null || config === null) return;
  if (query.get('safe') === '1' || isIdle(parts, config) || parts.signal.aborted) return;
  const reader = readerOf(parts, token, String(config.apiKey));
  const doors = parts.doors.filter(({ id }) => isEnabled(config, id));
  // Their code comes while the server answers.
  const looks = doors.map(({ load }) => load());
  for (const look of looks) look.catch(() => undefined);
  const me = reader.ask('/accounts/me').then(asObject);
  const study = reader.ask(`/studies/${encodeURIComponent(studyId)}`).then(asObject);
  // Of the scan that the address names it is known before the list says that it is there.
  if (wanted !== null && doors.length > 0) void reader.ask(volumePath(wanted));
  const listed = await reader.ask(`/studies/${encodeURIComponent(studyId)}/scans`);
  const preferences = me.then((person) => preferencesOf(reader, person));
  const scans = itemsOf(listed);
  const target = wanted === null ? scans[0] : scans.find(({ id }) => id === wanted);
  if (target === undefined || typeof target.id !== 'string' || target.scanState !== 'C') return;
  const person = await me;
  if (!mayRead(person) || parts.signal.aborted) return;
  const look = { scans, targetScanId: target.id, preferences };
  const shown = Promise.all(looks.map((coming) => showFirst(parts, reader, coming, look)));
  // A picture without its name is nobody's.
  const named = study.then((found) => nameIt(parts, reader, { study: found, scan: target }));
  named.catch(({ message }: Error) => parts.log(message));
  // The server has its hands free for the picture; the rest is wanted by the program, later.
  if (doors.length > 0) await parts.goOn;
  askImages(reader, scans);
  if (features(person).includes('ANTN_VIEW')) void reader.ask(`/scans/${target.id}/findings`);
  await shown;
}

async function showFirst(
  parts: EarlyParts,
  reader: Reader,
  coming: ReturnType<EarlyDoor['load']>,
  look: Pick<BootPreview, 'scans' | 'targetScanId' | 'preferences'>,
): Promise<void> {
  try {
    const { firstLook } = (await coming) as { readonly firstLook: BootPreviewEntry };
    if (parts.signal.aborted) return;
    await firstLook({
      ...look,
      token: reader.token,
      signal: parts.signal,
      container: parts.makePlace(),
      rendered: parts.shown,
      end: parts.end,
      read: (path, { range, json, signal }) =>
        (json ? parts.answers.fetch : (parts.fetch ?? globalThis.fetch))(`api${path}`, {
          headers: {
            ...(json ? reader.asked : reader.headers),
            ...(range === undefined ? {} : { range: `bytes=${range.from}-${range.to - 1}` }),
          },
          signal,
          credentials: 'same-origin',
          cache: 'no-store',
        }),
    });
  } catch (thrown) {
    // The program shows the study all the same, and says what is wrong with it.
    if (!parts.signal.aborted) parts.log(messageOf(thrown));
    parts.end();
  }
}

function readerOf({ answers }: EarlyParts, token: string, apiKey: string): Reader {
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` };
  const asked = { ...headers, accept: 'application/json' };
  return { token, headers, asked, ask: (path) => jsonOf(answers.ask(`api${path}`, asked)) };
}

/** What came with 200; null for everything else, which the program hears of and tells. */
async function jsonOf(answer: Promise<Response>): Promise<Unchecked | null> {
  try {
    const response = await answer;
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

function isIdle({ storage, clock }: EarlyParts, config: Unchecked): boolean {
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
async function nameIt(
  parts: EarlyParts,
  reader: Reader,
  { study, scan }: { readonly study: Unchecked | null; readonly scan: Unchecked },
): Promise<void> {
  if (typeof study?.patientId !== 'string') return;
  const patient = await reader.ask(`/patients/${study.patientId}`).then(asObject);
  if (patient === null || parts.signal.aborted) return;
  const isOne = patient.id === scan.patientId && study.id === scan.studyId;
  if (isOne && patient.id === study.patientId) parts.name(patient, study);
}

const volumePath = (scanId: string): string => `/scans/${encodeURIComponent(scanId)}/volume`;

/** By the very addresses by which the reading room asks. */
function askImages(reader: Reader, scans: readonly Unchecked[]): void {
  for (const { id, scanState } of scans) {
    if (scanState !== 'C') continue;
    void reader.ask(`/scans/${id}/scanfiles?fileCategory=VOLUME3D&role=PRIMARY`);
    void reader.ask(`/scans/${id}/scanfiles?fileCategory=SCAN_IMAGE&limit=1`);
  }
}

async function preferencesOf(
  reader: Reader,
  person: Unchecked | null,
): Promise<ReadonlyMap<string, string>> {
  if (typeof person?.id !== 'string' || !mayRead(person)) return new Map();
  const items = itemsOf(await reader.ask(`/userprefs/${person.id}`));
  return new Map(items.map(({ prefCode, value }) => [String(prefCode), String(value)]));
}

import type { ScanFile, ScanVolume } from '#contracts';
import type { FirstLook, FirstLookDoor } from '#core';
import { fail, joinBytes, ok, type Problem, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import {
  firstGeometry,
  firstHanging,
  firstPosition,
  firstView,
  NOT_LEFT,
} from './model/first-view.ts';
import { blackLevel, type LoadedVolume } from './model/planes/loaded-volume.ts';
import { STATES_CODE } from './model/views/states-code.ts';
import { dropEarlyVolumes, EarlyVolume, keepEarlyVolume } from './rendering/early-volume.ts';
import { cutStage } from './rendering/planes/cut-stage.ts';
import type { ByteSource } from './rendering/volume/load-volume.ts';
import { coverWithEarly } from './state/early-pictures.ts';
import { FirstPlanes } from './ui/first-planes.ts';

/** After so long it is seen whether a line is fast: by then it has brought this part of a volume. */
const LOOK_AT_LINE_MS = 250;
const FAST_PART = 0.15;
/** A coarse level has many pixels to a voxel: of half of them each way the picture is the same. */
const COARSE_PIXELS = 0.5;
/** What the program has not taken by then it will not take. */
const UNTAKEN_MS = 20_000;

/**
 * Shows the planes of a study as they will be hung before the program is there, and begins to load
 * their volumes; the reading room goes on with the same loads and the same textures.
 */
export const firstLook: FirstLookDoor = async (look) => {
  const volumes = new Map<string, Promise<ScanVolume | null>>();
  const volumeOf = (scanId: string): Promise<ScanVolume | null> => {
    const found = volumes.get(scanId) ?? readVolume(look, scanId);
    volumes.set(scanId, found);
    return found;
  };
  const begun = new Map<string, EarlyVolume>();
  let startSlice: StartSlice = (_, { sizes }) => (sizes[2] - 1) / 2;
  const begin = (scanId: string, found: ScanVolume): EarlyVolume => {
    const known = begun.get(scanId);
    if (known !== undefined) return known;
    const early = beginLoad(look, scanId, found, (...at) => startSlice(...at));
    begun.set(scanId, early);
    // Once: the program may have taken it long before all that is hung is known.
    keepEarlyVolume(early);
    return early;
  };
  // Asked beside what tells how it was left: the coarse level stands nowhere.
  const first = volumeOf(look.targetScanId).then((found) => {
    if (found !== null && !look.signal.aborted) begin(look.targetScanId, found);
  });
  first.catch(() => undefined);
  setTimeout(dropEarlyVolumes, UNTAKEN_MS);
  // The card needs its time, as the server does.
  cutStage.start();
  const view = firstView((await look.preferences).get(STATES_CODE), look.targetScanId);
  const hanging = view && firstHanging(look.scans, look.targetScanId, view.layoutId);
  if (view === null || hanging === null) return leave(look);
  startSlice = (scanId, geometry) => {
    const at = hanging.scans.findIndex(({ id }) => id === scanId);
    const scan = hanging.scans[at];
    const tra = scan ? firstPosition(geometry, scan, at === 0 ? view : NOT_LEFT).tra : 0;
    return (geometry.sizes[2] - 1) / 2 + tra;
  };
  const early: EarlyVolume[] = [];
  for (const scan of hanging.scans) void volumeOf(scan.id).catch(() => undefined);
  for (const scan of hanging.scans) {
    const found = await volumeOf(scan.id);
    // Without all of them something else is hung.
    if (found === null || look.signal.aborted) return leave(look);
    early.push(begin(scan.id, found));
  }
  look.signal.addEventListener('abort', dropEarlyVolumes, { once: true });
  const planes = new FirstPlanes(look.place, hanging, view);
  look.signal.addEventListener('abort', () => planes.dispose(), { once: true });
  coverWithEarly(hanging.layout.id, () => look.end());
  await showLevels(look, early, planes);
};

/** The slice from which a scan's full level grows, as soon as it is known where its planes stand. */
type StartSlice = (scanId: string, geometry: VolumeGeometry) => number;

function beginLoad(
  look: FirstLook,
  scanId: string,
  scanVolume: ScanVolume,
  startSlice: StartSlice,
): EarlyVolume {
  return new EarlyVolume({
    scanId,
    scanVolume,
    token: look.token,
    now: () => performance.now(),
    source: (signal) => sourceOf(look, signal),
    startSlice: (geometry) => startSlice(scanId, geometry),
  });
}

/** Each level as it comes, coarsest first; a full one begins when all have a picture. */
async function showLevels(
  look: FirstLook,
  early: readonly EarlyVolume[],
  planes: FirstPlanes,
): Promise<void> {
  const geometries = new Map<string, VolumeGeometry>();
  for (const { wish, place } of early) {
    const found = await place;
    // One that is read whole says by its header where it lies.
    const geometry = found.ok
      ? (found.value?.geometry ?? firstGeometry(wish.scanVolume.levels[0]?.file.header))
      : null;
    if (geometry === null) return leave(look);
    geometries.set(wish.scanId, geometry);
  }
  if (look.signal.aborted) return;
  const drawn = Promise.withResolvers<void>();
  const opened = planes.attach(drawn.resolve);
  if (!opened.ok) return leave(look);
  planes.placeAll((scanId) => geometries.get(scanId) as VolumeGeometry);
  const show = (scanId: string, volume: LoadedVolume, pixelShare = 1): void => {
    if (!look.signal.aborted) planes.show(scanId, volume, pixelShare);
  };
  for (const { wish, followLevels } of early) {
    followLevels((level) => show(wish.scanId, level, COARSE_PIXELS));
  }
  const levels = await Promise.all(early.map(firstLevel));
  if (levels.some((level) => level === null)) return leave(look);
  for (const [at, { wish }] of early.entries()) show(wish.scanId, levels[at] as LoadedVolume);
  // Asked for before the coarse pictures are drawn: the server can use that time.
  const loaded = loadInTurn(early, levels as readonly LoadedVolume[], show);
  await drawn.promise;
  const whole = Promise.withResolvers<void>();
  look.shown(Promise.race([whole.promise, slowLine(early)]));
  const someShown = await loaded;
  // Beside the program's parts the picture would take twice as long.
  if (someShown) await planes.nextDrawn();
  whole.resolve();
}

/** The full levels, one after the other, over their coarse ones; whether any of them came. */
async function loadInTurn(
  early: readonly EarlyVolume[],
  levels: readonly LoadedVolume[],
  show: (scanId: string, volume: LoadedVolume) => void,
): Promise<boolean> {
  let someShown = false;
  for (const [at, { wish, full }] of early.entries()) {
    const coarse = levels[at] as LoadedVolume;
    const done = await full((finer) => show(wish.scanId, { ...coarse, finer }));
    if (done.ok) show(wish.scanId, done.value);
    someShown ||= done.ok;
  }
  return someShown;
}

/** The finest coarse level; of a volume that has none a black one, if its slices can be read by themselves. */
async function firstLevel({ wish, coarse, place }: EarlyVolume): Promise<LoadedVolume | null> {
  const [full, ...coarser] = wish.scanVolume.levels;
  if (full === undefined || coarser.length > 0) return coarse;
  const found = await place;
  if (!found.ok || found.value === null) return null;
  return blackLevel({ id: full.file.id, geometry: found.value.geometry });
}

/** Ends where the first full level does not come at once: the program is not kept back for it. */
async function slowLine([first]: readonly EarlyVolume[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LOOK_AT_LINE_MS));
  if ((first?.part ?? 0) < FAST_PART) return;
  await new Promise(() => undefined);
}

/** The reading room is left to show it, or to say why it can't. */
function leave(look: FirstLook): void {
  if (!look.signal.aborted) look.end();
}

/** Null where there is none, or where it is not what it should be. */
async function readVolume(look: FirstLook, scanId: string): Promise<ScanVolume | null> {
  const answer = await look.read(`/scans/${scanId}/volume`, { json: true, signal: look.signal });
  if (answer.status !== 200) return null;
  const { levels } = (await answer.json()) as Partial<ScanVolume>;
  const isVolume =
    Array.isArray(levels) &&
    levels.length > 0 &&
    levels.every(({ file }) => typeof file?.id === 'string' && Number(file.byteLength) > 0);
  // Its levels are all that is used of it.
  return isVolume ? ({ levels } as ScanVolume) : null;
}

function sourceOf(look: FirstLook, signal: AbortSignal): ByteSource {
  const pathOf = ({ id }: ScanFile): string => `/scanfiles/${id}/download`;
  return {
    async whole(file, onBytes) {
      const answer = await look.read(pathOf(file), { signal });
      if (answer.status !== 200) return fail(notHere(answer.status));
      const pieces: Uint8Array[] = [];
      await eachPiece(answer, (piece, received) => {
        pieces.push(piece);
        onBytes(received);
      });
      // A Blob would join them by way of another process.
      return ok(joinBytes(pieces));
    },
    async part(file, range, into, onBytes) {
      const answer = await look.read(pathOf(file), { signal, range });
      const begins = answer.headers.get('content-range') ?? '';
      if (answer.status !== 206 || !begins.startsWith(`bytes ${range.from}-${range.to - 1}/`)) {
        await answer.body?.cancel();
        return fail(notHere(answer.status));
      }
      return receive(answer, into, onBytes);
    },
  };
}

async function receive(
  answer: Response,
  into: Uint8Array<ArrayBuffer>,
  onBytes: (bytes: number) => void,
): Promise<Result<void>> {
  const whole = await eachPiece(answer, (piece, received) => {
    if (received > into.byteLength) throw new RangeError('More than was asked for');
    into.set(piece, received - piece.byteLength);
    onBytes(received);
  });
  return whole === into.byteLength ? ok(undefined) : fail(notHere(answer.status));
}

/** Bytes in all. */
async function eachPiece(
  { body }: Response,
  take: (piece: Uint8Array, received: number) => void,
): Promise<number> {
  const reader = body?.getReader();
  let received = 0;
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return received;
    received += next.value.byteLength;
    take(next.value, received);
  }
}

/** Never told: the reading room asks again, and says in words what it hears. */
const notHere = (status: number): Problem & { readonly status: number } => ({
  ...problem('EARLY_BYTES', `${status}`, '', ''),
  status,
});

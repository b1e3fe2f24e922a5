import type { ScanFile, ScanVolume } from '#contracts';
import type { BootPreview, BootPreviewEntry } from '#core';
import { coronalSlabMmOf, firstLayoutOf } from '#core/light';
import { fail, joinBytes, ok, type Problem, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { firstGeometry, firstPosition, firstView, NO_SAVED_VIEW } from './model/first-view.ts';
import { blackLevel, type LoadedVolume } from './model/planes/loaded-volume.ts';
import { coronalSlab } from './model/planes/plane-presentation.ts';
import { STATES_CODE } from './model/views/states-code.ts';
import { sliceStage } from './rendering/planes/slice-stage.ts';
import { dropPreloads, PreloadedVolume, storePreload } from './rendering/preloaded-volume.ts';
import type { ByteSource } from './rendering/volume/byte-source.ts';
import { firstHanging } from './state/first-hanging.ts';
import { coverWithPreview } from './state/preview-cover.ts';
import { FirstPlanes } from './ui/first-planes.ts';

/**
 * Share of the pixels per axis drawn for coarse levels; the image looks the same, because a coarse
 * voxel covers many pixels.
 */
const COARSE_PIXELS = 0.5;
/** Time in ms after which unclaimed preloads are dropped. */
const UNCLAIMED_MS = 20_000;

/**
 * Shows the planes of a study as they will be hung before the application has loaded, and starts
 * loading their volumes; the application takes over the same loads and textures.
 */
export const bootPreview: BootPreviewEntry = async (preview) => {
  const volumes = new Map<string, Promise<ScanVolume | null>>();
  const scanVolumeOf = (scanId: string): Promise<ScanVolume | null> => {
    const scanVolume = volumes.get(scanId) ?? readVolume(preview, scanId);
    volumes.set(scanId, scanVolume);
    return scanVolume;
  };
  const preloadByScan = new Map<string, PreloadedVolume>();
  let startSlice: StartSlice = (_, { sizes }) => (sizes[2] - 1) / 2;
  const ensurePreload = (scanId: string, scanVolume: ScanVolume): PreloadedVolume => {
    const known = preloadByScan.get(scanId);
    if (known !== undefined) return known;
    const preload = startPreload(preview, scanId, scanVolume, (id, geometry) =>
      startSlice(id, geometry),
    );
    preloadByScan.set(scanId, preload);
    // Stored once, at creation, because the application may claim the preload before the whole
    // hanging is known.
    storePreload(preload);
    return preload;
  };
  // Requested in parallel with the saved view, because the coarse level does not depend on the
  // plane positions.
  scanVolumeOf(preview.targetScanId)
    .then((scanVolume) => {
      if (scanVolume !== null && !preview.signal.aborted)
        ensurePreload(preview.targetScanId, scanVolume);
    })
    // The loop below awaits the same request, so a failure ends the preview there.
    .catch(() => undefined);
  setTimeout(dropPreloads, UNCLAIMED_MS);
  // Initialises the GPU while the server responds.
  sliceStage.start();
  const preferences = await preview.preferences;
  const view = firstView(preferences.get(STATES_CODE), preview.targetScanId);
  const { protocols, scans, targetScanId } = preview;
  const layoutId = view?.layoutId ?? knownLayout(protocols, firstLayoutOf(preferences));
  const hanging = view && firstHanging(protocols, scans, targetScanId, layoutId);
  if (view === null || hanging === null) return endPreview(preview);
  startSlice = (scanId, geometry) => {
    const scan = hanging.scans.find(({ id }) => id === scanId);
    const scanView = scanId === preview.targetScanId ? view : NO_SAVED_VIEW;
    const tra = scan ? firstPosition(geometry, scan, scanView).tra : 0;
    return (geometry.sizes[2] - 1) / 2 + tra;
  };
  const preloads: PreloadedVolume[] = [];
  // Requests all volumes in parallel; the loop below awaits the same requests.
  for (const scan of hanging.scans) void scanVolumeOf(scan.id).catch(() => undefined);
  for (const scan of hanging.scans) {
    const scanVolume = await scanVolumeOf(scan.id);
    // The application hangs another layout if any volume is missing.
    if (scanVolume === null || preview.signal.aborted) return endPreview(preview);
    preloads.push(ensurePreload(scan.id, scanVolume));
  }
  preview.signal.addEventListener('abort', dropPreloads, { once: true });
  const planes = new FirstPlanes(
    preview.container,
    hanging,
    view,
    coronalSlab(coronalSlabMmOf(preferences)),
  );
  preview.signal.addEventListener('abort', () => planes.dispose(), { once: true });
  coverWithPreview(hanging.protocol.id, () => preview.end());
  await showLevels(preview, preloads, planes);
};

/** Returns the preferred layout; null if this mode does not have the layout. */
const knownLayout = (protocols: BootPreview['protocols'], id: string | null): string | null =>
  protocols.some((protocol) => protocol.id === id) ? id : null;

/**
 * Returns the slice from which a scan's full level loads outwards; the centre slice until the plane
 * position is known.
 */
type StartSlice = (scanId: string, geometry: VolumeGeometry) => number;

function startPreload(
  preview: BootPreview,
  scanId: string,
  scanVolume: ScanVolume,
  startSlice: StartSlice,
): PreloadedVolume {
  return new PreloadedVolume({
    scanId,
    scanVolume,
    token: preview.token,
    now: () => performance.now(),
    source: (signal) => sourceOf(preview, signal),
    startSlice: (geometry) => startSlice(scanId, geometry),
  });
}

/**
 * Shows levels as they arrive, coarsest firstPreload; starts the full levels once every scan has an image.
 */
async function showLevels(
  preview: BootPreview,
  preloads: readonly PreloadedVolume[],
  planes: FirstPlanes,
): Promise<void> {
  const geometries = new Map<string, VolumeGeometry>();
  for (const { request, voxelLayout } of preloads) {
    const layout = await voxelLayout;
    // A volume that is only readable as a whole takes its geometry from the file header.
    const geometry = layout.ok
      ? (layout.value?.geometry ?? firstGeometry(request.scanVolume.levels[0]?.file.header))
      : null;
    if (geometry === null) return endPreview(preview);
    geometries.set(request.scanId, geometry);
  }
  if (preview.signal.aborted) return;
  const drawn = Promise.withResolvers<void>();
  const opened = planes.attach(drawn.resolve);
  if (!opened.ok) return endPreview(preview);
  planes.layoutAll((scanId) => geometries.get(scanId) as VolumeGeometry);
  const show = (scanId: string, volume: LoadedVolume, pixelShare = 1): void => {
    if (!preview.signal.aborted) planes.show(scanId, volume, pixelShare);
  };
  for (const { request, subscribeLevels } of preloads) {
    subscribeLevels((level) => show(request.scanId, level, COARSE_PIXELS));
  }
  const levels = await Promise.all(preloads.map(firstLevel));
  if (levels.some((level) => level === null)) return endPreview(preview);
  for (const [at, { request }] of preloads.entries())
    show(request.scanId, levels[at] as LoadedVolume);
  // Requested before the coarse images are drawn, so that the server works meanwhile.
  const loaded = loadInTurn(preloads, levels as readonly LoadedVolume[], show);
  await drawn.promise;
  const anyShown = await loaded;
  // Waits for the drawing before the application loads, because drawing takes twice as long while
  // the application loads.
  if (anyShown) await planes.nextDrawn();
}

/**
 * Loads the full levels one after the other over their coarse levels; returns whether any
 * succeeded.
 */
async function loadInTurn(
  preloads: readonly PreloadedVolume[],
  levels: readonly LoadedVolume[],
  show: (scanId: string, volume: LoadedVolume) => void,
): Promise<boolean> {
  let anyShown = false;
  for (const [at, { request, full }] of preloads.entries()) {
    const coarse = levels[at] as LoadedVolume;
    const result = await full((finer) => show(request.scanId, { ...coarse, finer }));
    if (result.ok) show(request.scanId, result.value);
    anyShown ||= result.ok;
  }
  return anyShown;
}

/**
 * Returns the finest coarse level. For a volume without coarse levels returns a black level if its
 * slices can be read individually. Null if no level can be shown.
 */
async function firstLevel({
  request,
  coarse,
  voxelLayout,
}: PreloadedVolume): Promise<LoadedVolume | null> {
  const [full, ...coarser] = request.scanVolume.levels;
  if (full === undefined || coarser.length > 0) return coarse;
  const layout = await voxelLayout;
  if (!layout.ok || layout.value === null) return null;
  return blackLevel({ id: full.file.id, geometry: layout.value.geometry });
}

/** Ends the preview; the application then shows the planes or reports the error. */
function endPreview(preview: BootPreview): void {
  if (!preview.signal.aborted) preview.end();
}

/** Returns null if the scan has no volume or the response is invalid. */
async function readVolume(preview: BootPreview, scanId: string): Promise<ScanVolume | null> {
  const response = await preview.read(`/scans/${scanId}/volume`, {
    json: true,
    signal: preview.signal,
  });
  if (response.status !== 200) return null;
  const { levels } = (await response.json()) as Partial<ScanVolume>;
  const isVolume =
    Array.isArray(levels) &&
    levels.length > 0 &&
    levels.every(({ file }) => typeof file?.id === 'string' && Number(file.byteLength) > 0);
  // Only `levels` is used.
  return isVolume ? ({ levels } as ScanVolume) : null;
}

function sourceOf(preview: BootPreview, signal: AbortSignal): ByteSource {
  const pathOf = ({ id }: ScanFile): string => `/scanfiles/${id}/download`;
  return {
    async readAll(file, onBytes) {
      const response = await preview.read(pathOf(file), { signal });
      if (response.status !== 200) return fail(unavailable(response.status));
      const chunks: Uint8Array[] = [];
      await readChunks(response, (chunk, received) => {
        chunks.push(chunk);
        onBytes(received);
      });
      // Avoids a Blob, which would join the chunks through another process.
      return ok(joinBytes(chunks));
    },
    async readRange(file, range, into, onBytes) {
      const response = await preview.read(pathOf(file), { signal, range });
      const contentRange = response.headers.get('content-range') ?? '';
      if (
        response.status !== 206 ||
        !contentRange.startsWith(`bytes ${range.from}-${range.to - 1}/`)
      ) {
        await response.body?.cancel();
        return fail(unavailable(response.status));
      }
      return readInto(response, into, onBytes);
    },
  };
}

/** Reads the body into `into`; fails if the body is shorter and throws if it is longer. */
async function readInto(
  response: Response,
  into: Uint8Array<ArrayBuffer>,
  onBytes: (bytes: number) => void,
): Promise<Result<void>> {
  const receivedBytes = await readChunks(response, (chunk, received) => {
    if (received > into.byteLength) throw new RangeError('Received more bytes than requested');
    into.set(chunk, received - chunk.byteLength);
    onBytes(received);
  });
  return receivedBytes === into.byteLength ? ok(undefined) : fail(unavailable(response.status));
}

/** Passes each chunk with the number of bytes received so far; returns the total number. */
async function readChunks(
  { body }: Response,
  onChunk: (chunk: Uint8Array, received: number) => void,
): Promise<number> {
  const reader = body?.getReader();
  let received = 0;
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return received;
    received += next.value.byteLength;
    onChunk(next.value, received);
  }
}

/** Creates a problem that is never shown: the application repeats the request and reports errors. */
const unavailable = (status: number): Problem & { readonly status: number } => ({
  ...problem('EARLY_BYTES', `${status}`, '', ''),
  status,
});

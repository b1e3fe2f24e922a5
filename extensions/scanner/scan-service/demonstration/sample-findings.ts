import type { ApiClient } from '#api-client';
import { type AnnotationLabels, type FindingFields, routes, type Scan } from '#contracts';
import { geometryOfHeader, newMark } from '#findings';
import { newId, unwrap } from '#foundation';
import { mmToPosition, type Vec3, type VolumeGeometry } from '#geometry';
import type { PhantomTruth, TrueLesion } from '../../simulator/index.ts';
import { demonstrationTexts } from '../../texts/demonstration-texts.ts';

/** Interval between two reads of a volume that is being reconstructed. */
const POLL_MS = 1_000;
/** About fifteen minutes: a reconstruction without a volume by then has failed. */
const MAX_POLLS = 900;

export interface SampleDeps {
  /** Client with the operator's token, which sets nipples. */
  readonly operator: ApiClient;
  /** Client with the token of the demonstration physician, which creates sample findings only. */
  readonly reader: ApiClient;
  readonly signal: AbortSignal;
}

/**
 * Sets the nipple of a scan and creates a finding for each lesion of its phantom, labelled as a
 * sample in its note; waits for the volume. A scan with a nipple or findings keeps them, so that a
 * second call adds only what is missing and nothing of a reader is overwritten.
 */
export async function addSamples(
  deps: SampleDeps,
  scanId: string,
  truth: PhantomTruth,
): Promise<void> {
  const volume = await volumeOf(deps, scanId);
  const { operator, reader, signal } = deps;
  const params = { id: scanId };
  const scan: Scan = unwrap(await operator.call(routes.getScan, { params, signal }));
  if (scan.nippleLocation === null) {
    const body = mmToPosition(volume, null, truth.nippleMm, 0);
    unwrap(await operator.call(routes.setNipple, { params, body, signal }));
  }
  const { items } = unwrap(await reader.call(routes.listFindings, { params: { scanId }, signal }));
  const ids = new Set(items.map(({ note }) => note));
  for (const [idx, lesion] of truth.lesions.entries()) {
    const note = demonstrationTexts.sample(idx + 1);
    if (ids.has(note)) continue;
    const body = sampleOf(volume, truth.nippleMm, lesion, note, scanId);
    unwrap(await reader.call(routes.createFinding, { body, signal }));
  }
}

/** Waits for the volume of a scan and returns its geometry. */
async function volumeOf({ operator, signal }: SampleDeps, scanId: string): Promise<VolumeGeometry> {
  for (let attempt = 0; attempt < MAX_POLLS; attempt++) {
    const read = await operator.call(routes.getVolume, { params: { id: scanId }, signal });
    const geometry = read.ok ? geometryOfHeader(read.value.file.header) : null;
    if (geometry !== null) return geometry;
    if (!read.ok && read.problem.status !== 404) unwrap(read);
    await pause(signal);
  }
  throw new Error('The scan has no volume');
}

async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, POLL_MS);
    signal.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
  signal.throwIfAborted();
}

/** Returns a finding with the descriptors of a lesion and a length across it; its category is open. */
function sampleOf(
  volume: VolumeGeometry,
  nippleMm: Vec3,
  { centreMm, radiiMm, descriptors }: TrueLesion,
  note: string,
  scanId: string,
): FindingFields {
  const [x, y, z] = centreMm;
  const across = unwrap(
    newMark({
      markType: 'LENGTH',
      plane: 'TRA',
      pointsMm: [
        [x - radiiMm[0], y, z],
        [x + radiiMm[0], y, z],
      ],
      volume,
      nippleMm,
    }),
  );
  const [xUm, yUm, zUm] = radiiMm.map((mm) => Math.round(2_000 * mm));
  const isMass = descriptors.calcifications !== 'without a mass';
  return {
    id: newId(),
    scanId,
    marks: { [across.id]: across },
    note,
    massLengthUm: xUm ?? null,
    massWidthUm: zUm ?? null,
    massHeightUm: yUm ?? null,
    isMass,
    annotationLabels: labelsOf(descriptors),
  };
}

function labelsOf(descriptors: TrueLesion['descriptors']): AnnotationLabels {
  const { shape, orientation, margin, echoPattern, posterior } = descriptors;
  const lists = {
    SHAPE: [shape],
    ORIENTATION: [orientation],
    MARGIN: margin,
    ECHO_PATTERN: [echoPattern],
    POSTERIOR: [posterior],
  };
  return Object.fromEntries(
    Object.entries(lists).flatMap(([list, ids]) => {
      const known = ids.filter((id) => id !== null);
      return known.length === 0 ? [] : [[list, known]];
    }),
  );
}

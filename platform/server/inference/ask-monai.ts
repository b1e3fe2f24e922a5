import type { CollectedProposals } from '#findings';
import { fail, messageOf, ok, type Result } from '#foundation';
import { mmToVoxel, type Vec3 } from '#geometry';
import { packNifti, readNifti, type StoredNifti } from '#volume';
import { type AddressCall, type AddressInput, bytesWithin } from './ask-address.ts';
import { labelProposals } from './label-proposals.ts';
import { providerFailed as failed, providerTooSlow } from './provider-problems.ts';

/** Maximum bytes of a voxel in a label image, and of the other parts of an answer. */
const MAX_VOXEL_BYTES = 8;
const OTHER_BYTES = 1024 ** 2;
/** Tolerance of the place of a label image in voxels, for single precision. */
const PLACE_TOLERANCE = 0.02;

/** MONAI Label returns no scores; the run says so. */
const SCORE = 1;
const SCORE_MESSAGE = 'MONAI Label returns no scores; every proposal has the score 1.';

export interface MonaiCall extends AddressCall {
  /** Name of the model at the server. */
  readonly remoteModel: string;
}

/**
 * Sends a volume to a MONAI Label server (`POST /infer/{model}`, github.com/Project-MONAI/MONAILabel)
 * as NIfTI and returns the components of its label image as unchecked proposals. Follows no
 * redirect. Problems: PROVIDER_TOO_SLOW, PROVIDER_FAILED.
 */
export async function askMonai(call: MonaiCall): Promise<Result<CollectedProposals>> {
  const { extensionId, input, limitMs } = call;
  const timeout = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([call.signal, timeout]);
  try {
    const response = await fetch(inferAddress(call), {
      method: 'POST',
      body: await formOf(call),
      redirect: 'error',
      signal,
    });
    const [nx, ny, nz] = input.sizes;
    const bytes = await bytesWithin(response, MAX_VOXEL_BYTES * nx * ny * nz + OTHER_BYTES);
    if (!response.ok) return failed(extensionId, `The service answered ${response.status}`);
    if (bytes === null) return failed(extensionId, 'The answer is larger than a label image');
    const label = await labelOf(bytes, response.headers.get('content-type') ?? '', input);
    if (typeof label === 'string') return failed(extensionId, label);
    if (label === null)
      return ok({ proposals: [], cut: 0, messages: ['The answer has no label.'] });
    const { sizes, spacingMm } = input;
    const found = await labelProposals({ sizes, spacingMm, labels: label.data }, SCORE, signal);
    return ok({ ...found, messages: [SCORE_MESSAGE] });
  } catch (thrown) {
    if (timeout.aborted) return fail(providerTooSlow(extensionId, limitMs));
    return failed(extensionId, messageOf(thrown));
  }
}

function inferAddress({ address, remoteModel }: MonaiCall): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/infer/${encodeURIComponent(remoteModel)}`;
  // Parameters and label image in one answer.
  url.searchParams.set('output', 'all');
  return url.href;
}

async function formOf({ input, voxels }: MonaiCall): Promise<FormData> {
  const { sizes, spacingMm, originMm, directions, seed } = input;
  const image = { sizes, spacingMm, originMm, directions, type: 'uint8', data: voxels } as const;
  const params = {
    result_extension: '.nii.gz',
    ...(seed === null ? {} : { foreground: [clickOf(input, seed)], background: [] }),
  };
  const form = new FormData();
  form.set('params', JSON.stringify(params));
  form.set('file', new Blob([await packNifti(image)]), 'volume.nii.gz');
  return form;
}

/** Returns the voxel of a seed, as MONAI Label takes clicks. */
function clickOf(input: AddressInput, seed: NonNullable<AddressInput['seed']>): Vec3 {
  const atMm: Vec3 =
    'pointMm' in seed
      ? seed.pointMm
      : [
          (seed.minMm[0] + seed.maxMm[0]) / 2,
          (seed.minMm[1] + seed.maxMm[1]) / 2,
          (seed.minMm[2] + seed.maxMm[2]) / 2,
        ];
  const [i, j, k] = mmToVoxel(input, atMm);
  return [Math.round(i), Math.round(j), Math.round(k)];
}

/** Returns the label image of an answer, null if it has none, the reason as text if it is invalid. */
async function labelOf(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  input: AddressInput,
): Promise<StoredNifti | null | string> {
  let parts: FormData;
  try {
    parts = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return 'The answer is not multipart form data';
  }
  // Versions of MONAI Label name the part differently; only the parameters have a fixed name.
  const [, file] =
    [...parts].find(([name, part]) => name !== 'params' && part instanceof File) ?? [];
  if (!(file instanceof File)) return null;
  const [nx, ny, nz] = input.sizes;
  const read = await readNifti(
    new Uint8Array(await file.arrayBuffer()),
    MAX_VOXEL_BYTES * nx * ny * nz,
  );
  if (!read.ok) return `The label image can’t be read: ${read.problem.detail.replace(/\.$/, '')}`;
  return isSameGrid(read.value, input) ? read.value : 'The label image has another grid';
}

/** Returns whether a label image has the voxels of the volume in the same places. */
function isSameGrid(label: StoredNifti, input: AddressInput): boolean {
  const axes = [0, 1, 2] as const;
  return axes.every((axis) => {
    const spacing = input.spacingMm[axis];
    const isPlaced =
      Math.abs(label.originMm[axis] - input.originMm[axis]) <= PLACE_TOLERANCE * spacing &&
      Math.abs(label.spacingMm[axis] - spacing) * input.sizes[axis] <= PLACE_TOLERANCE * spacing;
    const isDirected = axes.every(
      (row) => Math.abs(label.directions[axis][row] - input.directions[axis][row]) < 1e-4,
    );
    return label.sizes[axis] === input.sizes[axis] && isPlaced && isDirected;
  });
}

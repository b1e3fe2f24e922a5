import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FindingProviderContribution, isServerFile } from '#contracts';
import type { CollectedProposals, ProviderInput } from '#findings';
import { fail, messageOf, ok, type Result } from '#foundation';
import type { ServerDeps } from '../http/server-deps.ts';
import { openApproved } from '../site/extension-file.ts';
import type { ThirdPartyExtension } from '../site/site.ts';
import { digestOf, fileInside } from '../site/third-party-extensions.ts';
import { MODEL_FILES, type ModelInit } from './model-init.ts';
import { copiesFolder } from './private-copy.ts';
import { proposalsOf } from './provider-answer.ts';
import {
  providerFailed,
  providerStopped,
  providerTooSlow,
  weightsDiffer,
} from './provider-problems.ts';
import { type ModelEnd, runModel } from './run-model.ts';

export interface ModelRun {
  /** Id of the extension, named by problems. */
  readonly extensionId: string;
  readonly provider: FindingProviderContribution;
  readonly input: Omit<ProviderInput, 'voxels' | 'weights'>;
  readonly voxels: Uint8Array;
  readonly signal: AbortSignal;
}

type Deps = Pick<ServerDeps, 'dataFolder' | 'site' | 'logger' | 'scope'>;

/** An extension with models on the server. */
interface LoadedExtension {
  readonly extension: ThirdPartyExtension;
  /** Bytes of the files below `server`, by path; read once, so that later changes are not loaded. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Runs third-party finding providers on the server, each run in a process and folder of its own. */
export class ServerModels {
  readonly #deps: Deps;
  readonly #extensions = new Map<string, LoadedExtension>();

  /** Reads the modules of all models that the site permits; logs those that have changed. */
  constructor(deps: Deps) {
    this.#deps = deps;
    for (const extension of deps.site.thirdParty) {
      const { manifest } = extension;
      if (manifest.contributes.findingProviders.every(({ server }) => server === undefined))
        continue;
      const files = serverFilesOf(extension);
      if (files === null) {
        const fields = { extension: manifest.id };
        deps.logger.log('warn', 'The models of an extension have changed since the start', fields);
      } else this.#extensions.set(manifest.id, { extension, files });
    }
  }

  /**
   * Runs a model once. Never rejects. Problems: PROVIDER_FAILED, PROVIDER_TOO_SLOW,
   * PROVIDER_WEIGHTS_DIFFER, PROVIDER_CANCELLED.
   */
  async run(run: ModelRun): Promise<Result<CollectedProposals>> {
    const { extensionId, provider } = run;
    const loaded = this.#extensions.get(extensionId);
    if (loaded === undefined || provider.server === undefined)
      return providerFailed(extensionId, 'Its files have changed since the start of the server');
    const parent = copiesFolder(this.#deps.dataFolder);
    let folder: string | null = null;
    try {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      // Creates the folder with mode 0700.
      folder = await mkdtemp(join(parent, 'model-'));
      const prepared = await prepareFolder(folder, loaded, run);
      return prepared.ok ? await this.#runIn(folder, provider.server, run) : prepared;
    } catch (thrown) {
      this.#logFailure(extensionId, messageOf(thrown));
      return providerFailed(extensionId, 'Its folder could not be prepared');
    } finally {
      if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  async #runIn(
    folder: string,
    module: string,
    { extensionId, provider, input, signal }: ModelRun,
  ): Promise<Result<CollectedProposals>> {
    const { findingProviderSeconds, findingProviderMemoryMb } = this.#deps.site.config.limits;
    const limits: ModelInit['limits'] = {
      milliseconds: findingProviderSeconds * 1000,
      memoryBytes: findingProviderMemoryMb * 1024 ** 2,
    };
    const hasWeights = provider.weights !== undefined;
    const init: ModelInit = { task: { kind: 'provider', module, input, hasWeights }, limits };
    const stop = AbortSignal.any([signal, this.#deps.scope.signal]);
    const end = await runModel(init, folder, stop);
    if (end.kind === 'left') return fail(providerStopped(extensionId));
    if (end.kind === 'too slow') return fail(providerTooSlow(extensionId, limits.milliseconds));
    const answer = end.kind === 'answer' ? proposalsOf(end.answer) : null;
    if (answer !== null) return ok(answer);
    const reason = failureOf(end, findingProviderMemoryMb);
    this.#logFailure(extensionId, reason);
    return providerFailed(extensionId, reason);
  }

  #logFailure(extensionId: string, reason: string): void {
    const fields = { extension: extensionId, reason };
    this.#deps.logger.log('warn', 'A finding provider returned no proposals', fields);
  }
}

function failureOf(end: ModelEnd, memoryMb: number): string {
  if (end.kind !== 'failed') return 'Its answer has no list of proposals';
  return end.reason.endsWith('SIGKILL')
    ? `${end.reason}, as with more than ${memoryMb} MiB of memory`
    : end.reason.slice(0, 1_000);
}

/** Returns the server files of an extension; null if one differs from the approved bytes. */
function serverFilesOf(extension: ThirdPartyExtension): LoadedExtension['files'] | null {
  const files = new Map<string, Uint8Array>();
  for (const [path, digest] of extension.digests ?? []) {
    if (!isServerFile(path)) continue;
    const file = fileInside(extension.folder, path);
    const bytes = file === null ? null : readFileSync(file);
    if (bytes === null || digestOf(bytes) !== digest) return null;
    files.set(path, bytes);
  }
  return files;
}

/** Writes modules, voxels and weights into the folder of a run. */
async function prepareFolder(
  folder: string,
  { extension, files }: LoadedExtension,
  { extensionId, provider, voxels }: ModelRun,
): Promise<Result<void>> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(folder, path), bytes, { mode: 0o600 });
  }
  // Lets Node load `.js` files as modules.
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, MODEL_FILES.voxels), voxels, { mode: 0o600 });
  if (provider.weights === undefined) return ok(undefined);
  const weights = await openApproved(extension, provider.weights);
  if (weights === null)
    return providerFailed(
      extensionId,
      `Its weights ${provider.weights} are missing or have changed`,
    );
  const copy = join(folder, MODEL_FILES.weights);
  await pipeline(weights.stream(), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
  const { weightsSha256 } = provider.model;
  if (weightsSha256 === null) return ok(undefined);
  const hash = createHash('sha256');
  await pipeline(createReadStream(copy), hash);
  const actual = hash.digest('hex');
  return actual === weightsSha256
    ? ok(undefined)
    : fail(weightsDiffer(extensionId, actual, weightsSha256));
}

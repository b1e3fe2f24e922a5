import type { ExtensionManifest } from '#contracts';
import { fail, messageOf, ok, ProblemError, type Result } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import { hostTexts } from '../texts/host-texts.ts';
import type { Extension } from './extension.ts';
import type { PlacementPermissions } from './placements.ts';
import type { ExtensionOrigin } from './plan.ts';
import type { Settings } from './settings.ts';

/** An extension known to the host: manifest as data, code on demand. */
export interface ExtensionSource {
  readonly manifest: ExtensionManifest;
  readonly origin: ExtensionOrigin;
  /** Settings of the site, not yet validated. */
  readonly settings: Settings;
  /** What the site permits the extension to place; everything by default. */
  readonly placement?: PlacementPermissions;
  /** Returns the URL of a module in the folder of a third-party extension. */
  moduleUrl?(path: string): string;
  /** Loads the entry module; called at most once, and never for a disabled extension. */
  load(): Promise<unknown>;
}

/** Loads the entry module and returns its `extension` export; a failure names the extension. */
export async function loadExtension(source: ExtensionSource): Promise<Result<Extension>> {
  const { id } = source.manifest;
  let module: unknown;
  try {
    module = await source.load();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return fail(thrown.problem);
    return fail(hostProblems.loadFailed(id, messageOf(thrown)));
  }
  const extension = (module as { extension?: Partial<Extension> } | null)?.extension;
  if (typeof extension?.activate !== 'function') {
    return fail(hostProblems.invalidExport(id, hostTexts.reasons.noExport));
  }
  if (extension.id !== id) {
    const detail = hostTexts.reasons.otherId(id, String(extension.id));
    return fail(hostProblems.invalidExport(id, detail));
  }
  return ok(extension as Extension);
}

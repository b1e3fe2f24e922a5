import type { ExtensionManifest } from '#contracts';
import { fail, messageOf, ok, ProblemError, type Result } from '#foundation';
import { hostTexts } from '../texts/host-texts.ts';
import type { Extension } from './extension.ts';
import { hostProblems } from './host-problems.ts';
import type { ExtensionOrigin } from './plan.ts';
import type { Settings } from './settings.ts';

/** An extension the host knows of: its manifest as data, its code on demand. */
export interface ExtensionSource {
  readonly manifest: ExtensionManifest;
  readonly origin: ExtensionOrigin;
  /** What the site sets, not yet checked. */
  readonly settings: Settings;
  /** The module of the door; called at most once, and never for one that is off. */
  load(): Promise<unknown>;
}

/** Loads the door and finds its `extension`; every failure names the extension. */
export async function loadExtension(source: ExtensionSource): Promise<Result<Extension>> {
  const { id } = source.manifest;
  let module: unknown;
  try {
    module = await source.load();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return fail(thrown.problem);
    return fail(hostProblems.loadFailed(id, messageOf(thrown)));
  }
  const found = (module as { extension?: Partial<Extension> } | null)?.extension;
  if (typeof found?.activate !== 'function') {
    return fail(hostProblems.wrongExport(id, hostTexts.reasons.noExport));
  }
  if (found.id !== id) {
    const detail = hostTexts.reasons.otherId(id, String(found.id));
    return fail(hostProblems.wrongExport(id, detail));
  }
  return ok(found as Extension);
}

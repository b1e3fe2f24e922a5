import type { ModeDefinition } from '#contracts';
import type { Problem } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import type { Registries } from '../registries/registries.ts';
import { modeReferences } from './mode-references.ts';
import {
  declaredOf,
  isPermitted,
  layoutGap,
  type Placed,
  type Placement,
  type PlacingExtension,
  placedItem,
} from './placements.ts';

/**
 * Returns the modes that extensions bring and the site permits. A mode needs a path of its own;
 * `usedPaths` are those of pages and built-in modes. References that no extension declares are
 * reported at once, although the mode runs without them.
 */
export function placeModes(
  extensions: readonly PlacingExtension[],
  registries: Registries,
  usedPaths: readonly string[],
): Placed<readonly ModeDefinition[]> {
  const paths = new Set([
    ...usedPaths,
    ...registries.routes.declared().map(({ declaration }) => declaration.path),
  ]);
  const modes: ModeDefinition[] = [];
  const placements: Placement[] = [];
  const problems: Problem[] = [];
  for (const { manifest, placement } of extensions) {
    for (const contributed of manifest.contributes.modes) {
      const { id, title, path } = contributed;
      const refused = !isPermitted(placement.modes, id);
      if (!refused && paths.has(path)) {
        problems.push(hostProblems.modePathTaken(manifest.id, title, path));
        continue;
      }
      const items = modeReferences(contributed)
        .filter((reference) => declaredOf(registries, reference).ok)
        .map((reference) => placedItem(registries, reference));
      const mode = { id, title };
      placements.push({ kind: 'mode', extension: manifest.id, mode, path, items, refused });
      if (refused) continue;
      paths.add(path);
      const others = contributed.requires.filter((needed) => needed !== manifest.id);
      modes.push({ ...contributed, requires: [manifest.id, ...others] });
      problems.push(...unresolvedOf(manifest.id, contributed, registries));
    }
  }
  return { value: modes, placements, problems };
}

const reasonOf = ({ title, detail }: Problem): string => `${title}. ${detail}`;

function unresolvedOf(
  extensionId: string,
  mode: ModeDefinition,
  registries: Registries,
): readonly Problem[] {
  return modeReferences(mode).flatMap((reference) => {
    const declared = declaredOf(registries, reference);
    const gap = reference.point === 'hangingProtocols' ? layoutGap(registries, reference.id) : null;
    if (declared.ok && gap === null) return [];
    const detail = declared.ok ? (gap ?? '') : reasonOf(declared.problem);
    const problem = hostProblems.modeReference(mode.title, reference.area, detail);
    return [{ ...problem, source: extensionId }];
  });
}

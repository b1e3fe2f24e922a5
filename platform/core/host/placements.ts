import type { ExtensionManifest, PlacementPermission } from '#contracts';
import type { Problem, Result } from '#foundation';
import type { Contribution, DeclaredContribution } from '../registries/contribution-registry.ts';
import type { Registries } from '../registries/registries.ts';
import type { ModeReference } from './mode-references.ts';

/** A contribution that an extension places in a mode. */
export interface PlacedItem {
  /** Label of the area: 'right side'. */
  readonly area: string;
  readonly id: string;
  readonly title: string;
  /** Shortcut in tinykeys notation; absent for other areas. */
  readonly key?: string;
}

/** A whole mode or an addition to a mode, as listed for administrators. */
export interface Placement {
  readonly kind: 'mode' | 'addition';
  /** Id of the extension. */
  readonly extension: string;
  readonly mode: { readonly id: string; readonly title: string };
  /** Path of a whole mode; null for an addition. */
  readonly path: string | null;
  readonly items: readonly PlacedItem[];
  /** True if the site configuration refuses the placement. */
  readonly refused: boolean;
}

/** What a site permits an extension to place. Absent: everything. */
export interface PlacementPermissions {
  readonly additions?: PlacementPermission | undefined;
  readonly modes?: PlacementPermission | undefined;
}

export function isPermitted(permission: PlacementPermission | undefined, modeId: string): boolean {
  if (permission === undefined) return true;
  return typeof permission === 'boolean' ? permission : permission.includes(modeId);
}

/** Input for the placements of one extension. */
export interface PlacingExtension {
  readonly manifest: ExtensionManifest;
  readonly placement: PlacementPermissions;
}

/** Returns the declared contribution of a reference. */
export const declaredOf = (
  registries: Registries,
  { point, id }: Pick<ModeReference, 'point' | 'id'>,
): Result<DeclaredContribution<Contribution>> => registries[point].findDeclared(id);

/**
 * Returns why a layout can't be shown: a view that no extension declares; null if all are declared.
 */
export function layoutGap(registries: Registries, protocolId: string): string | null {
  const protocol = registries.hangingProtocols.findDeclared(protocolId);
  if (!protocol.ok) return null;
  for (const { viewport } of protocol.value.declaration.cells) {
    const declared = registries.viewports.findDeclared(viewport);
    if (!declared.ok) return `${declared.problem.title}. ${declared.problem.detail}`;
  }
  return null;
}

/** Returns a reference as an item of the list; an undeclared id is its own title. */
export function placedItem(
  registries: Registries,
  reference: Pick<ModeReference, 'point' | 'id' | 'area'>,
  key?: string,
): PlacedItem {
  const declared = declaredOf(registries, reference);
  const { area, id } = reference;
  const title = declared.ok ? declared.value.declaration.title : id;
  return { area, id, title, ...(key === undefined ? {} : { key }) };
}

/** Result of one step, with the problems that it found. */
export interface Placed<Value> {
  readonly value: Value;
  readonly placements: readonly Placement[];
  readonly problems: readonly Problem[];
}

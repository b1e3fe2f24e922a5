import type { OrganizationSwitch, SwitchKind } from '#contracts';
import type { Site } from './site.ts';

/** What an administrator switched, as the database keeps it. */
export interface SwitchRow {
  readonly kind: SwitchKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly changedAt: string;
  readonly changedBy: string | null;
}

/** The extension with the page on which switches are changed. */
const ADMINISTRATION = 'admin';

/** Every extension of the site as the organization has it. */
export function extensionSwitches(
  site: Site,
  switched: readonly SwitchRow[],
): readonly OrganizationSwitch[] {
  const { environment, config } = site;
  const needed = neededForAdministration(site);
  const builtIn = site.extensions.map(({ manifest: { id, server }, enabled }) => ({
    name: id,
    hasServer: server !== undefined,
    enabled,
    byEnvironment: environment?.extensions[id] !== undefined,
    bySite: Object.hasOwn(config.extensions, id),
  }));
  const thirdParty = site.thirdParty.map(({ manifest: { id } }) => ({
    name: id,
    hasServer: false,
    enabled: true,
    bySite: true,
    byEnvironment: false,
  }));
  return [...builtIn, ...thirdParty].map((siteSwitch) =>
    effectiveSwitch(
      { ...siteSwitch, kind: 'extension', needed: needed.has(siteSwitch.name) },
      switched,
    ),
  );
}

/** Modes that somebody decided about: the server does not know the others, which are on. */
export function modeSwitches(
  site: Site,
  switched: readonly SwitchRow[],
): readonly OrganizationSwitch[] {
  const { config, environment } = site;
  const rows = switched.filter(({ kind }) => kind === 'mode').map(({ name }) => name);
  return [...new Set([...Object.keys(config.modes), ...rows])].map((name) => {
    const named = config.modes[name];
    return effectiveSwitch(
      {
        kind: 'mode',
        name,
        enabled: named?.enabled ?? true,
        bySite: named !== undefined,
        byEnvironment: environment?.modes[name] !== undefined,
        needed: false,
        hasServer: false,
      },
      switched,
    );
  });
}

/** Administration, and what it can't start without. */
function neededForAdministration(site: Site): ReadonlySet<string> {
  const needed = new Set<string>();
  const addRequired = (id: string): void => {
    if (needed.has(id)) return;
    needed.add(id);
    const extension = site.extensions.find(({ manifest }) => manifest.id === id);
    for (const other of Object.keys(extension?.manifest.requires ?? {})) addRequired(other);
  };
  addRequired(ADMINISTRATION);
  return needed;
}

interface SiteSwitch {
  readonly kind: SwitchKind;
  readonly name: string;
  /** What counts where no administrator has spoken. */
  readonly enabled: boolean;
  readonly bySite: boolean;
  readonly byEnvironment: boolean;
  readonly needed: boolean;
  readonly hasServer: boolean;
}

/** An organization never turns on what its site keeps off, nor off what its page needs. */
function effectiveSwitch(
  siteSwitch: SiteSwitch,
  switched: readonly SwitchRow[],
): OrganizationSwitch {
  const { kind, name, hasServer } = siteSwitch;
  const row = switched.find((other) => other.kind === kind && other.name === name);
  const locked = siteSwitch.byEnvironment
    ? 'environment'
    : siteSwitch.needed
      ? 'needed'
      : siteSwitch.enabled
        ? null
        : 'site';
  const siteOrigin = siteSwitch.byEnvironment
    ? 'environment'
    : siteSwitch.bySite
      ? 'site'
      : 'default';
  const counts = locked === null && row !== undefined;
  return {
    kind,
    name,
    locked,
    hasServer,
    enabled: counts ? row.enabled : siteSwitch.enabled,
    origin: counts ? 'administrator' : siteOrigin,
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
  };
}

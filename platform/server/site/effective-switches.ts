import type { OrganizationSwitch, SwitchKind } from '#contracts';
import type { Site } from './site.ts';

/** Switch set by an administrator, as stored in the database. */
export interface SwitchRow {
  readonly kind: SwitchKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly changedAt: string;
  readonly changedBy: string | null;
}

/** Extension with the administration page, where switches are changed. */
const ADMINISTRATION = 'admin';

/** Returns the effective switch of every extension of the site for an organization. */
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

/**
 * Returns the effective switches of modes with a setting; the server does not know other modes,
 * which are enabled.
 */
export function modeSwitches(
  site: Site,
  switched: readonly SwitchRow[],
): readonly OrganizationSwitch[] {
  const { config, environment } = site;
  const rows = switched.filter(({ kind }) => kind === 'mode').map(({ name }) => name);
  return [...new Set([...Object.keys(config.modes), ...rows])].map((name) => {
    const configured = config.modes[name];
    return effectiveSwitch(
      {
        kind: 'mode',
        name,
        enabled: configured?.enabled ?? true,
        bySite: configured !== undefined,
        byEnvironment: environment?.modes[name] !== undefined,
        needed: false,
        hasServer: false,
      },
      switched,
    );
  });
}

/** Returns the administration extension and its transitive requirements. */
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
  /** Value without an administrator's setting. */
  readonly enabled: boolean;
  /** True when the configuration file sets the switch. */
  readonly bySite: boolean;
  /** True when an environment variable sets the switch. */
  readonly byEnvironment: boolean;
  /** True when administration does not work without the part. */
  readonly needed: boolean;
  readonly hasServer: boolean;
}

/** Returns why administrators cannot change a switch; null when they can. */
function lockOf({ byEnvironment, needed, enabled }: SiteSwitch): OrganizationSwitch['locked'] {
  if (byEnvironment) return 'environment';
  if (needed) return 'needed';
  return enabled ? null : 'site';
}

function siteOriginOf({ byEnvironment, bySite }: SiteSwitch): OrganizationSwitch['origin'] {
  if (byEnvironment) return 'environment';
  return bySite ? 'site' : 'default';
}

/**
 * Combines site and organization: an organization can neither enable what its site disables nor
 * disable what administration needs.
 */
function effectiveSwitch(
  siteSwitch: SiteSwitch,
  switched: readonly SwitchRow[],
): OrganizationSwitch {
  const { kind, name, hasServer } = siteSwitch;
  const row = switched.find((other) => other.kind === kind && other.name === name);
  const locked = lockOf(siteSwitch);
  const applies = locked === null && row !== undefined;
  return {
    kind,
    name,
    locked,
    hasServer,
    enabled: applies ? row.enabled : siteSwitch.enabled,
    origin: applies ? 'administrator' : siteOriginOf(siteSwitch),
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
  };
}

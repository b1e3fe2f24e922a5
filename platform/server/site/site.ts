import type { ExtensionManifest, SiteConfig } from '#contracts';
import type { Problem } from '#foundation';
import type { EnvironmentSwitches } from './environment-switches.ts';

/** A built-in extension found in its folder. */
export interface BuiltInExtension {
  readonly manifest: ExtensionManifest;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly enabled: boolean;
  /** Enabled, and its settings fit: its server door, jobs and services may be started. */
  readonly serverEnabled: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A third-party extension whose folder, manifest and integrity were found right. */
export interface ThirdPartyExtension {
  readonly manifest: ExtensionManifest & { readonly entry: string };
  /** Absolute real path of its folder. */
  readonly folder: string;
  /** What the site agreed to, `sha384-…` of the entry module. */
  readonly integrity: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The site configuration with what it refers to: read once at start, the same in every process. */
export interface Site {
  readonly config: SiteConfig;
  /** Absolute path of the configuration file. */
  readonly file: string;
  /** What the file itself says, before defaults; absent in sites that no file made. */
  readonly rawConfig?: Readonly<Record<string, unknown>>;
  /** What the environment switches over the file; `config` has it already. */
  readonly environment?: EnvironmentSwitches;
  readonly extensions: readonly BuiltInExtension[];
  readonly thirdParty: readonly ThirdPartyExtension[];
  /** What was refused without stopping the start; people see it in the administration panel. */
  readonly problems: readonly Problem[];
}

import type { ExtensionManifest, PlacementPermission, SiteConfig } from '#contracts';
import type { Problem } from '#foundation';
import type { EnvironmentSwitches } from './environment-switches.ts';

/** What the site permits an extension to place in modes. Absent: everything. */
export interface PlacementPermissions {
  readonly additions?: PlacementPermission | undefined;
  readonly modes?: PlacementPermission | undefined;
}

/** Built-in extension found in its folder. */
export interface BuiltInExtension {
  readonly manifest: ExtensionManifest;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly enabled: boolean;
  /**
   * True when the extension is enabled and its settings are valid, so that its server entry point,
   * jobs and services can start.
   */
  readonly serverEnabled: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Third-party extension with valid folder, manifest and integrity. */
export interface ThirdPartyExtension {
  readonly manifest: ExtensionManifest & { readonly entry: string };
  /** Absolute real path of its folder. */
  readonly folder: string;
  /**
   * SHA-384 of each covered file in base64 by its path at start; null when the site configuration
   * has no integrity hash.
   */
  readonly digests: ReadonlyMap<string, string> | null;
  readonly placement: PlacementPermissions;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Site configuration with all references resolved; read once at start, identical in every process.
 */
export interface Site {
  readonly config: SiteConfig;
  /** Absolute path of the configuration file. */
  readonly file: string;
  /** Content of the file before defaults; undefined for sites not loaded from a file. */
  readonly rawConfig?: Readonly<Record<string, unknown>>;
  /** Switches from the environment that override the file; already applied to `config`. */
  readonly environment?: EnvironmentSwitches;
  readonly extensions: readonly BuiltInExtension[];
  readonly thirdParty: readonly ThirdPartyExtension[];
  /** Logo of reports as 8-bit RGB PNG; null or absent without a logo. */
  readonly reportLogo?: Uint8Array | null;
  /** Problems that did not stop the start; shown in the administration panel. */
  readonly problems: readonly Problem[];
}

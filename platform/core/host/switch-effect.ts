import type { ContributionPoint, SwitchKind } from '#contracts';

/** A switch to preview. */
export interface SwitchChange {
  readonly kind: SwitchKind;
  /** Id of the extension or mode. */
  readonly name: string;
  readonly enabled: boolean;
}

export interface ContributionChange {
  readonly point: ContributionPoint;
  readonly id: string;
  readonly title: string;
  /** Path of a page; null for other contributions. */
  readonly path: string | null;
}

export interface ExtensionChange {
  readonly id: string;
  readonly title: string;
  /** Reason for the stop if caused by another extension, else null. */
  readonly reason: string | null;
}

export interface ModeChange {
  readonly id: string;
  readonly title: string;
  readonly reason: string | null;
}

/** Differences between pages opened before and after the switch. */
export interface SwitchEffect {
  readonly starts: readonly ExtensionChange[];
  readonly stops: readonly ExtensionChange[];
  readonly added: readonly ContributionChange[];
  readonly removed: readonly ContributionChange[];
  readonly modesAdded: readonly ModeChange[];
  readonly modesRemoved: readonly ModeChange[];
  /** Modes that stay available without some of their panels, tools or keys. */
  readonly modesLimited: readonly ModeChange[];
}

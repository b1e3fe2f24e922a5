import type { SwitchOrigin } from '#contracts';
import { type Problem, token } from '#foundation';
import type { ToolDefinition } from '../registries/definitions.ts';
import type { ReadonlyStore } from '../services/store.ts';
import type { Placement } from './placements.ts';
import type { ExtensionOrigin } from './plan.ts';
import type { EffectiveSetting } from './settings.ts';
import type { SwitchChange, SwitchEffect } from './switch-effect.ts';

/**
 * `off`: switched off by the site or excluded by a safe start. `refused`: rejected by the plan or
 * for its settings. `ready`: not activated yet.
 */
export type ExtensionState = 'off' | 'refused' | 'ready' | 'starting' | 'active' | 'failed';

/** Status of an extension on the admin page. */
export interface ExtensionStatus {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly origin: ExtensionOrigin;
  readonly state: ExtensionState;
  /** Source of the on/off decision. */
  readonly decidedBy: SwitchOrigin | 'safe-start';
  /** Reason for `refused` or `failed`. */
  readonly problem: Problem | null;
  readonly settings: readonly EffectiveSetting[];
}

/** Status of a mode on the admin page. */
export interface ModeStatus {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly decidedBy: SwitchOrigin;
  /** Reason why the mode can't run; null if available. */
  readonly problem: Problem | null;
}

/** Read-only view of the host for status pages. */
export interface HostStatus {
  readonly extensions: ReadonlyStore<readonly ExtensionStatus[]>;
  readonly modes: readonly ModeStatus[];
  /** What extensions place in modes, with what the site refuses. */
  readonly placements: readonly Placement[];
  readonly problems: ReadonlyStore<readonly Problem[]>;
  /**
   * Returns what a switch would add and remove on pages opened later; changes nothing. `pending`
   * holds switches made since this page was opened.
   */
  preview(change: SwitchChange, pending?: readonly SwitchChange[]): SwitchEffect;
}

/** Tools of all extensions, for drawing views. */
export interface Tools {
  /** Returns null if no running extension has registered the tool. */
  find(id: string): ToolDefinition | null;
}

/** Provided by the host. */
export const toolsToken = token<Tools>('clockface.tools');

/** Provided by the host. */
export const hostStatusToken = token<HostStatus>('clockface.host-status');

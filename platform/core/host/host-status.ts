import type { SwitchOrigin } from '#contracts';
import { type Problem, token } from '#foundation';
import type { ToolDefinition } from '../registries/definitions.ts';
import type { ReadonlyStore } from '../services/store.ts';
import type { ExtensionOrigin } from './plan.ts';
import type { SwitchChange, SwitchEffect } from './preview-switch.ts';
import type { EffectiveSetting } from './settings.ts';

/**
 * `off`: by the site. `refused`: by the plan or its settings. `ready`: not asked for yet.
 */
export type ExtensionState = 'off' | 'refused' | 'ready' | 'starting' | 'active' | 'failed';

/** One extension as the admin page shows it. */
export interface ExtensionStatus {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly origin: ExtensionOrigin;
  readonly state: ExtensionState;
  /** Who decided whether it is on. */
  readonly decidedBy: SwitchOrigin | 'safe-start';
  /** Why it is refused or failed. */
  readonly problem: Problem | null;
  readonly settings: readonly EffectiveSetting[];
}

/** One mode as the admin page shows it. */
export interface ModeStatus {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly decidedBy: SwitchOrigin;
  /** Why it can't run; null when it can. */
  readonly problem: Problem | null;
}

/** What is in force, for whoever shows it; read-only. */
export interface HostStatus {
  readonly extensions: ReadonlyStore<readonly ExtensionStatus[]>;
  readonly modes: readonly ModeStatus[];
  readonly problems: ReadonlyStore<readonly Problem[]>;
  /**
   * What would come and go on pages that open after a switch; changes nothing. `pending`: switches
   * that were turned since this page was opened.
   */
  preview(change: SwitchChange, pending?: readonly SwitchChange[]): SwitchEffect;
}

/** The tools of all extensions, for whoever lets people draw. */
export interface Tools {
  /** Null: no running extension has registered it. */
  find(id: string): ToolDefinition | null;
}

/** Provided by the host itself. */
export const toolsToken = token<Tools>('clockface.tools');

/** Provided by the host itself. */
export const hostStatusToken = token<HostStatus>('clockface.host-status');

import type { Preferences } from '#core';
import type { Result } from '#foundation';
import type { DrawingState } from '../../state/findings/drawing-state.ts';
import type { FindingsUiState } from '../../state/findings/findings-ui-state.ts';
import type { CommandServices } from '../services.ts';

/** Services of commands about a finding. */
export interface FindingServices extends CommandServices {
  readonly findingsUi: FindingsUiState;
  readonly preferences: Preferences;
  /** Holds the selected mark. */
  readonly drawing: DrawingState;
  readonly editsAi: boolean;
  /**
   * Opens the page that edits a copy of a proposal; null if no extension of the site has such a
   * page.
   */
  editProposal(findingId: string): Promise<Result<void> | null>;
}

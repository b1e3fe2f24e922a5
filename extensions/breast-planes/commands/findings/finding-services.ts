import type { Preferences } from '#core';
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
}

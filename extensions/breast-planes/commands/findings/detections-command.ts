import type { Finding } from '#contracts';
import type { CommandDefinition } from '#core';
import { type AiLayer, isInAiLayer } from '#findings';
import { DETECTIONS_PREFERENCE, showsDetections } from '../../state/findings/findings-ui-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { noArguments, showFailure } from '../services.ts';
import type { FindingServices } from './finding-services.ts';

/**
 * Shows or hides AI detections and the masks of AI findings; saved as a preference. Disabled while
 * nothing would change on the screen. `isAiOff`: the site has switched the AI findings off.
 */
export function detectionsCommand(
  services: FindingServices,
  isAiOff: boolean,
): CommandDefinition<void> {
  const { preferences, study, view } = services;
  const isOn = (): boolean => showsDetections(preferences.store.getState().values);
  return {
    id: 'breast-planes.toggle-detections',
    undo: 'none',
    isOn,
    validate: noArguments,
    enabled() {
      const { aiLayer } = view.store.getState();
      if (isAiOff) return commandTexts.aiOff;
      if (aiLayer.hidden) return commandTexts.aiAfterFirstRead;
      const findings = Object.values(study.store.getState().findingsByScan).flat();
      return findings.some((finding) => isDrawn(finding, aiLayer)) || commandTexts.noProposals;
    },
    async run() {
      showFailure(services, await preferences.save(DETECTIONS_PREFERENCE, isOn() ? 'off' : 'on'));
    },
  };
}

/** Returns whether a detection, or the mask of an AI finding, is drawn while the layer is on. */
function isDrawn(finding: Finding, layer: AiLayer): boolean {
  const { ai, deletedAt, generator } = finding;
  if (deletedAt !== null || (ai === null && generator.id !== 'AIAD')) return false;
  const decision = ai?.decision ?? null;
  return decision === null ? isInAiLayer(finding, layer) : decision.kind !== 'REJECTED';
}

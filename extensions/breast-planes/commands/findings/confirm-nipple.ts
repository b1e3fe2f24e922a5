import { routes } from '#contracts';
import type { CommandDefinition } from '#core';
import type { FindingThumbnails } from '../../state/findings/finding-thumbnails.ts';
import type { ScanLookup } from '../../state/findings/scan-lookup.ts';
import { inVolume, targetScan } from '../../state/volumes/study-selectors.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { type CommandServices, noArguments, showFailure } from '../services.ts';
import { placeNipple } from './place-nipple.ts';

/** Returns true, or the reason why the role or the scan does not allow to confirm a proposal. */
const canConfirm = ({ study, session }: CommandServices, lookup: ScanLookup): true | string => {
  if (!session.mayCall(routes.setNipple)) return commandTexts.notYourRole;
  const scan = targetScan(study.store.getState());
  if (scan === null) return findingTexts.reasons.scanNotOpen;
  return lookup.proposals.getState()[scan.id] != null || findingTexts.reasons.noProposal;
};

/** Sets the nipple of the target scan to the AI proposal. */
export function confirmNippleCommand(
  services: CommandServices,
  lookup: ScanLookup,
  thumbnails: FindingThumbnails,
): CommandDefinition<void> {
  return {
    id: 'breast-planes.confirm-nipple',
    undo: 'document',
    validate: noArguments,
    enabled: () => canConfirm(services, lookup),
    async run() {
      const { study, notices } = services;
      const scan = targetScan(study.store.getState());
      const proposal = scan === null ? null : (lookup.proposals.getState()[scan.id] ?? null);
      if (scan === null || proposal === null) return;
      const geometry = services.reading.store.getState().volumes[scan.id]?.geometry ?? null;
      // Until the volume is known, the position counts voxels of the volume that the AI used.
      const { sag, tra, depth, rad } = geometry === null ? proposal : inVolume(geometry, proposal);
      const location = { sag, tra, depth, rad };
      const result = await placeNipple({ ...services, thumbnails }, scan, location);
      if (result.ok) notices.show('info', findingTexts.nipple.moved);
      else showFailure(services, result);
    },
  };
}

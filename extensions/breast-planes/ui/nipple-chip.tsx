import type { ReactNode } from 'react';
import { noticesToken, type PanelProps, sessionToken, studyToken, viewStateToken } from '#core';
import { Chip, Icon, useKeyDown, useStore } from '#ui';
import { targetScan } from '../state/study-facts.ts';
import { readingTexts } from '../texts/reading-texts.ts';

const texts = readingTexts.nipple;

/** Whether the nipple is set; pressing it makes the next click in any plane set it. */
export function NippleChip({ context }: PanelProps): ReactNode {
  const view = context.use(viewStateToken);
  const scan = useStore(context.use(studyToken).store, targetScan);
  const placing = useStore(view.store, (state) => state.placingNipple);
  useKeyDown((event) => {
    if (event.key === 'Escape' && view.store.getState().placingNipple) {
      view.set({ placingNipple: false });
    }
  });
  if (scan === null) return null;
  const set = scan.nippleLocation !== null;
  const words = placing ? texts.click : set ? texts.set : texts.notSet;
  const press = (): void => {
    if (!context.use(sessionToken).can(['STUDY_CREATE', 'ANTN_CREATE'])) {
      context.use(noticesToken).show('user-error', texts.notYourRole);
      return;
    }
    view.set({ placingNipple: !placing });
  };
  return (
    <span data-testid="nipple-chip" data-nipple={placing ? 'placing' : set ? 'set' : 'not-set'}>
      <Chip tone={set && !placing ? 'plain' : 'warning'} selected={placing} onPress={press}>
        <Icon name="nipple" size={16} /> {words}
      </Chip>
    </span>
  );
}

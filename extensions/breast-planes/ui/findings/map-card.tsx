import type { ReactNode } from 'react';
import { keyHintsToken, noticesToken, type PanelProps, preferencesToken } from '#core';
import { IconButton, useStore } from '#ui';
import {
  isMapLarge,
  MAP_SIZE_PREFERENCE,
  showsNavigationMap,
} from '../../state/views/map-choice.ts';
import { mapTexts } from '../../texts/map-texts.ts';
import { NavigationMap } from '../map/navigation-map.tsx';
import styles from './body-map.module.css';
import { BodyMap } from './body-map.tsx';

const TOGGLE_COMMAND = 'breast-planes.toggle-navigation-map';

/** Shows both breasts as clock faces, or the tissue of the breast that is read. */
export function MapCard({ context }: PanelProps): ReactNode {
  const preferences = context.use(preferencesToken);
  const isNavigation = useStore(preferences.store, ({ values }) => showsNavigationMap(values));
  const isLarge = useStore(preferences.store, ({ values }) => isMapLarge(values));
  const shortcut = useStore(context.use(keyHintsToken), (hints) => hints.get(TOGGLE_COMMAND));
  const resize = async (): Promise<void> => {
    const saved = await preferences.save(MAP_SIZE_PREFERENCE, isLarge ? 'small' : 'large');
    if (!saved.ok) context.use(noticesToken).showProblem(saved.problem);
  };
  return (
    <div className={styles.card}>
      {isNavigation ? (
        <div className={styles.navigation}>
          <NavigationMap context={context} />
        </div>
      ) : (
        <BodyMap context={context} />
      )}
      <div className={styles.cardActions}>
        <IconButton
          icon="compass"
          size={24}
          label={mapTexts.show}
          pressed={isNavigation}
          placement="left"
          {...(shortcut === undefined ? {} : { shortcut })}
          onPress={() => void context.run(TOGGLE_COMMAND)}
        />
        {isNavigation ? (
          <IconButton
            icon={isLarge ? 'restore' : 'maximise'}
            size={24}
            label={mapTexts.larger}
            pressed={isLarge}
            placement="left"
            onPress={() => void resize()}
          />
        ) : null}
      </div>
    </div>
  );
}

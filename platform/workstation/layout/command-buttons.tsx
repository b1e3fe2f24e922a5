import type { ReactNode } from 'react';
import { IconButton } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useAppKey } from '../commands/use-app-key.ts';
import { layoutTexts } from '../texts/layout-texts.ts';

/** Buttons for the palette and the help. */
export function CommandButtons(): ReactNode {
  const { commands } = useApplication();
  const [palette, help] = [useAppKey('app.palette'), useAppKey('app.help')];
  return (
    <>
      <IconButton
        icon="search"
        label={layoutTexts.commands}
        {...(palette === null ? {} : { shortcut: palette })}
        onPress={() => commands.show('palette')}
      />
      <IconButton
        icon="help"
        label={layoutTexts.help}
        {...(help === null ? {} : { shortcut: help })}
        onPress={() => commands.show('help')}
      />
    </>
  );
}

import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ModeDefinition, Scan } from '#contracts';
import { selectMode } from '#core';
import { Icon, MenuButton } from '#ui';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import { scanAddress } from '../patients/shared/scan-summary.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Menu of the modes that fit the open scan; shows nothing if there is only one. */
export function ModeMenu(props: { readonly path: string; readonly scan: Scan | null }): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const { path, scan } = props;
  if (scan === null) return null;
  const modes = fittingModes(application, scan);
  const current = modes.find((mode) => mode.path === path);
  if (current === undefined || modes.length < 2) return null;
  return (
    <MenuButton
      ariaLabel={modeTexts.bar.mode(current.title)}
      className={styles.modeMenu ?? ''}
      entries={modes.map((mode) => ({
        id: mode.id,
        label: mode.title,
        ...(mode === current ? { icon: <Icon name="check" size={16} /> } : {}),
        run: () => void navigate(scanAddress(scan, mode.path)),
      }))}
    >
      {current.title}
      <Icon name="chevron-down" size={14} />
    </MenuButton>
  );
}

/** Returns the mode at each path that can show the scan to the user. */
function fittingModes({ host, services }: Application, scan: Scan): readonly ModeDefinition[] {
  const paths = [...new Set(host.modes.map(({ mode }) => mode.path))];
  return paths.flatMap((path) => {
    const selected = selectMode(host.modes, path, { scanState: scan.scanState });
    const fits = selected?.ok === true && services.session.can(selected.value.features);
    return fits ? [selected.value] : [];
  });
}

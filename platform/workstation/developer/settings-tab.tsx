import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState, Icon, Switch, Table, type TableColumn, TextField, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import type { DesktopWindow } from '../desktop/create-desktop-window.ts';
import { developerTexts } from '../texts/developer-texts.ts';
import styles from './developer.module.css';
import { type SettingRow, settingRows } from './setting-rows.ts';

const texts = developerTexts.settings;

const COLUMNS: readonly TableColumn<SettingRow>[] = [
  { id: 'area', title: texts.area, width: '20%', cell: (row) => row.area },
  { id: 'name', title: texts.name, width: '25%', isRowHeader: true, cell: (row) => row.name },
  {
    id: 'value',
    title: texts.value,
    cell: (row) => <span title={row.value}>{row.value}</span>,
  },
  {
    id: 'origin',
    title: texts.origin,
    width: 200,
    cell: (row) => (
      <span className={styles.caption} title={row.origin}>
        {row.origin}
      </span>
    ),
  },
];
const idOf = (row: SettingRow): string => row.id;

/** Table of the effective settings with their origin. */
export function SettingsTab(): ReactNode {
  const { host, config, desktop } = useApplication();
  const extensions = useStore(host.extensions);
  const [text, setText] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const rows = useMemo(() => {
    const term = text.trim().toLowerCase();
    const allRows = settingRows({ config, extensions, modes: host.modes });
    return allRows.filter(({ area, name, value }) =>
      `${area} ${name} ${value}`.toLowerCase().includes(term),
    );
  }, [config, extensions, host.modes, text]);
  return (
    <div className={styles.list}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label={texts.search}
            labelHidden
            type="search"
            icon={<Icon name="search" />}
            hint={texts.searchHint}
            value={text}
            onChange={setText}
          />
        </div>
        {desktop === null ? null : <DesktopLog desktop={desktop} />}
      </div>
      <div className={styles.table}>
        <Table
          label={texts.label}
          columns={COLUMNS}
          items={rows}
          selectedId={selectedId}
          empty={<EmptyState icon="search" text={texts.none} />}
          idOf={idOf}
          onSelect={setSelectedId}
        />
      </div>
    </div>
  );
}

/** Switch for the verbose log of the desktop shell. */
function DesktopLog({ desktop }: { readonly desktop: DesktopWindow }): ReactNode {
  const enabled = useStore(desktop.developerMode);
  return (
    <Switch
      label={texts.desktopLog}
      checked={enabled}
      onChange={(checked) => desktop.setDeveloperMode(checked)}
    />
  );
}

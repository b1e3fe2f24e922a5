import type { ReactNode } from 'react';
import { routes, type StoredDeviceSettings } from '#contracts';
import { Button, EmptyState, Icon, iconButtonClass, MenuButton } from '#ui';
import { type PresetRow, presetName, presetRows } from '../../model/preset-form.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { presetTexts } from '../../texts/preset-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { useSuccess } from '../shared/use-success.ts';
import { PRESET_COLUMNS } from './preset-columns.tsx';
import { PresetDialog } from './preset-dialog.tsx';
import { usePresetDeletion } from './use-preset-deletion.ts';

const { actions, feedback } = presetTexts;
/** The largest page of the API; sites have a preset for each cup. */
const PAGE_SIZE = 200;

interface OpenPreset {
  /** Null for a new preset. */
  readonly preset: StoredDeviceSettings | null;
  /** Cup depth in mm of a new preset; null to let the user enter a depth. */
  readonly cupDepth: number | null;
}

/** Lists the presets of the site and the settings that scans of each cup take. */
export function PresetsSection(): ReactNode {
  const { api, session } = useAdmin();
  const pages = useAdminList<StoredDeviceSettings>(['presets'], (range, signal) =>
    api.call(routes.listDeviceSettings, {
      query: { kind: 'preset', limit: PAGE_SIZE, ...range },
      signal,
    }),
  );
  const dialog = useDialogState<OpenPreset>();
  const remove = usePresetDeletion(pages.refresh);
  const mayChange = session.mayCall(routes.updateDeviceSettings);
  const create = mayChange ? (
    <Button onPress={() => dialog.open({ preset: null, cupDepth: null })}>
      <Icon name="plus" size={16} />
      {presetTexts.create}
    </Button>
  ) : null;
  return (
    <SectionFrame id="presets" count={pages.total} filling tools={create}>
      <p className={page.note}>{presetTexts.note}</p>
      <ListTable<PresetRow>
        label={presetTexts.table}
        columns={PRESET_COLUMNS}
        pages={{ ...pages, items: null }}
        items={pages.items === null ? [] : presetRows(pages.items)}
        idOf={({ id }) => id}
        {...(mayChange
          ? {
              rowAction: (row: PresetRow) => (
                <PresetActions row={row} onOpen={dialog.open} onDelete={remove} />
              ),
            }
          : {})}
        empty={<EmptyState icon="adjust" text={adminTexts.none} />}
      />
      <OpenedDialog open={dialog.opened} onClose={dialog.close} onDone={pages.refresh} />
    </SectionFrame>
  );
}

function OpenedDialog(props: {
  readonly open: OpenPreset | null;
  onClose(): void;
  onDone(): void;
}): ReactNode {
  const done = useSuccess(props);
  const { open, onClose } = props;
  if (open === null) return null;
  const onSaved = ({ devSetSchemaVersion, cupDepth }: StoredDeviceSettings): void => {
    const name = presetName(devSetSchemaVersion, cupDepth ?? 0);
    done(open.preset === null ? feedback.created(name) : feedback.saved(name));
  };
  return <PresetDialog {...open} onClose={onClose} onSaved={onSaved} />;
}

function PresetActions(props: {
  readonly row: PresetRow;
  onOpen(dialog: OpenPreset): void;
  onDelete(preset: StoredDeviceSettings): Promise<void>;
}): ReactNode {
  const { row, onOpen, onDelete } = props;
  const { preset, cupDepth } = row;
  const name = presetName(row.version, cupDepth);
  const label = preset === null ? actions.create : actions.edit;
  const open = (): void => onOpen({ preset, cupDepth });
  return (
    <span className={page.rowActions}>
      <Button size={24} ariaLabel={actions.of(label, name)} onPress={open}>
        {label}
      </Button>
      {preset === null ? null : (
        <MenuButton
          ariaLabel={actions.more(name)}
          className={iconButtonClass({ size: 24, bordered: true })}
          entries={[
            { id: 'edit', label: actions.edit, run: open },
            {
              id: 'delete',
              label: actions.delete,
              separated: true,
              run: () => void onDelete(preset),
            },
          ]}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      )}
    </span>
  );
}

import type { ReactNode } from 'react';
import { type Device, type DeviceStatus, routes } from '#contracts';
import { stampOf } from '#foundation';
import {
  Button,
  EmptyState,
  Icon,
  iconButtonClass,
  MenuButton,
  type MenuEntry,
  StatusDot,
  type TableColumn,
} from '#ui';
import { formatLastSeen } from '../../model/format.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { deviceTexts } from '../../texts/device-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList } from '../shared/admin-queries.ts';
import styles from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import { useDialogState } from '../shared/use-dialog-state.ts';
import { DeviceDialogs, type OpenDevice } from './device-dialogs.tsx';
import { deviceLastSeenAt, deviceState } from './device-state.ts';

const { columns, actions } = deviceTexts;
const PAGE_SIZE = 100;

/** Lists devices with their state; registration has a page of its own. */
export function DevicesSection(): ReactNode {
  const { api, session, navigation, deviceStates } = useAdmin();
  const pages = useAdminList<Device>(['devices'], (page, signal) =>
    api.call(routes.listAllDevices, { query: { limit: PAGE_SIZE, ...page }, signal }),
  );
  const dialog = useDialogState<OpenDevice>();
  const mayChange = session.mayCall(routes.updateDevice);
  const create = mayChange ? (
    <Button onPress={() => navigation.go('/register-device')}>
      <Icon name="plus" size={16} />
      {deviceTexts.create}
    </Button>
  ) : null;
  return (
    <SectionFrame id="devices" count={pages.total} filling tools={create}>
      <ListTable
        label={deviceTexts.table}
        columns={deviceColumns(deviceStates, Date.now())}
        pages={pages}
        dependencies={[deviceStates]}
        idOf={({ id }) => id}
        {...(mayChange
          ? {
              rowAction: (device: Device) => (
                <DeviceActions device={device} onAction={(kind) => dialog.open({ kind, device })} />
              ),
            }
          : {})}
        empty={
          <EmptyState icon="device" text={deviceTexts.empty}>
            {create}
          </EmptyState>
        }
      />
      <DeviceDialogs open={dialog.opened} onClose={dialog.close} onDone={pages.refresh} />
    </SectionFrame>
  );
}

function deviceColumns(
  states: ReadonlyMap<string, DeviceStatus>,
  nowMs: number,
): readonly TableColumn<Device>[] {
  return [
    {
      id: 'serialNumber',
      title: columns.serialNumber,
      isRowHeader: true,
      cell: ({ serialNumber }) => serialNumber,
    },
    {
      id: 'model',
      title: columns.model,
      cell: ({ model }) => <span className={styles.second}>{model}</span>,
    },
    {
      id: 'state',
      title: columns.state,
      cell: (device) => {
        const { dot, text } = deviceState(device, states.get(device.id));
        return (
          <span className={styles.state}>
            <StatusDot state={dot} />
            {text}
          </span>
        );
      },
    },
    {
      id: 'activated',
      title: columns.activated,
      width: 180,
      cell: ({ activatedAt }) => (
        <span className={styles.second}>
          {activatedAt === null ? adminTexts.none : stampOf(activatedAt)}
        </span>
      ),
    },
    {
      id: 'lastSeen',
      title: columns.lastSeen,
      width: 240,
      cell: (device) => {
        const lastSeenAt = deviceLastSeenAt(device, states.get(device.id));
        return (
          <span className={styles.second}>
            {lastSeenAt === null
              ? adminTexts.none
              : formatLastSeen(lastSeenAt, nowMs, adminTexts.yesterday)}
          </span>
        );
      },
    },
  ];
}

function DeviceActions(props: {
  readonly device: Device;
  onAction(kind: OpenDevice['kind']): void;
}): ReactNode {
  const { device, onAction } = props;
  const { serialNumber } = device;
  const first = device.activatedAt === null ? 'activate' : 'edit';
  const entries: readonly MenuEntry[] = [
    { id: 'edit', label: actions.edit, run: () => onAction('edit') },
    {
      id: 'activate',
      run: () => onAction('activate'),
      label: device.activatedAt === null ? actions.activate : actions.activateAgain,
    },
    { id: 'delete', label: actions.delete, separated: true, run: () => onAction('delete') },
  ];
  return (
    <span className={styles.rowActions}>
      <Button
        size={24}
        ariaLabel={actions.of(actions[first], serialNumber)}
        onPress={() => onAction(first)}
      >
        {actions[first]}
      </Button>
      <MenuButton
        ariaLabel={actions.more(serialNumber)}
        className={iconButtonClass({ size: 24, bordered: true })}
        entries={entries}
      >
        <Icon name="more" size={16} />
      </MenuButton>
    </span>
  );
}

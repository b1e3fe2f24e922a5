import { newId } from '#foundation';
import type { deviceRoutes } from '../../../platform/contracts/routes/administration/device-routes.ts';
import type { deviceSettingRoutes } from '../../../platform/contracts/routes/administration/device-setting-routes.ts';
import { ifMatch, type MatrixTenant, type RouteCase, type RouteCases } from './route-case.ts';

const ADMIN = { roles: ['ADMIN'], principals: [] } as const;
const DEVICE_READERS = {
  roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER'],
  principals: [],
} as const;
const MAKERS = { roles: ['OPERATOR', 'PHYSICIAN'], principals: [] } as const;
const SETTING_READERS = { roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] } as const;

const aDevice = (): object => ({ serialNumber: `SN-${newId()}`, model: 'Scanner 1' });
const newDevice = async (tenant: MatrixTenant): Promise<string> =>
  (await tenant.must('ADMIN', 'POST', '/devices', { body: aDevice() })).id;

/** Builds a case for a call on a fresh device. */
const onNewDevice = (input: object = {}): Pick<RouteCase, 'call' | 'foreign'> => ({
  call: async (tenant) => ({ params: { id: await newDevice(tenant) }, ...input }),
  foreign: { id: 'theirs' },
});

const PRESET_WRITERS = { roles: ['ADMIN', 'OPERATOR'], principals: [] } as const;

const aCupDepth = (): number => 1 + Math.random() * 100;
const newPreset = async (tenant: MatrixTenant): Promise<string> => {
  const body = { cupDepth: aCupDepth() };
  return (await tenant.must('OPERATOR', 'POST', '/devicesettings', { body })).id;
};

export const deviceCases: RouteCases<typeof deviceRoutes & typeof deviceSettingRoutes> = {
  listDevices: {
    ...DEVICE_READERS,
    call: ({ organizationId }) => ({ params: { organizationId } }),
    foreign: { organizationId: 'theirs' },
  },
  listAllDevices: {
    ...DEVICE_READERS,
    call: () => ({ query: { limit: '5' } }),
    foreign: 'contains no id',
  },
  getDevice: {
    ...DEVICE_READERS,
    call: ({ deviceId }) => ({ params: { id: deviceId } }),
    foreign: { id: 'theirs' },
  },
  getDeviceBySerialNumber: {
    ...DEVICE_READERS,
    call: ({ deviceSerial }) => ({ params: { number: deviceSerial } }),
    foreign: { number: 'theirs' },
  },
  createDevice: { ...ADMIN, call: () => ({ body: aDevice() }), foreign: 'contains no id' },
  updateDevice: { ...ADMIN, ...onNewDevice({ headers: ifMatch(1), body: aDevice() }) },
  deleteDevice: { ...ADMIN, ...onNewDevice({ headers: ifMatch(1) }) },
  activateDevice: { ...ADMIN, ...onNewDevice({ body: {} }) },
  leaseDevice: { ...MAKERS, ...onNewDevice({ body: {} }) },
  releaseDevice: {
    ...MAKERS,
    call: ({ deviceId }) => ({ params: { id: deviceId }, body: {} }),
    foreign: { id: 'theirs' },
  },
  listDeviceSettings: { ...DEVICE_READERS, call: () => ({}), foreign: 'contains no id' },
  getDeviceSettings: {
    ...DEVICE_READERS,
    call: async (tenant) => ({ params: { id: await newPreset(tenant) } }),
    foreign: { id: 'theirs' },
  },
  createDeviceSettings: {
    ...MAKERS,
    principals: ['device'],
    call: async (tenant) => ({ body: { scanId: await tenant.newScan('I'), depth: 50 } }),
    foreign: {
      scanId: 'theirs',
      userId: ({ scanId }, { base }) => ({
        body: { scanId, userId: base.accountOf('OPERATOR').id },
      }),
    },
  },
  updateDeviceSettings: {
    ...PRESET_WRITERS,
    call: async (tenant) => ({
      params: { id: await newPreset(tenant) },
      headers: ifMatch(1),
      body: { depth: 50, cupDepth: aCupDepth() },
    }),
    foreign: { id: 'theirs' },
  },
  deleteDeviceSettings: {
    ...PRESET_WRITERS,
    call: async (tenant) => ({
      params: { id: await newPreset(tenant) },
      headers: ifMatch(1),
    }),
    foreign: { id: 'theirs' },
  },
  lastUsedDeviceSettings: {
    ...SETTING_READERS,
    call: async (tenant) => {
      const { patientId, scanId } = tenant;
      await tenant.must('OPERATOR', 'POST', '/devicesettings', { body: { scanId } });
      return { params: { patientId } };
    },
    foreign: { patientId: 'theirs' },
  },
  deviceSettingsByCupDepth: {
    ...DEVICE_READERS,
    call: async (tenant) => {
      const body = { devSetSchemaVersion: 1, cupDepth: aCupDepth() };
      await tenant.must('OPERATOR', 'POST', '/devicesettings', { body });
      return { body };
    },
    foreign: 'contains no id',
  },
  listDeviceSettingsOfUser: {
    ...SETTING_READERS,
    call: ({ base }) => ({ params: { userId: base.accountOf('OPERATOR').id } }),
    foreign: { userId: 'theirs' },
  },
};

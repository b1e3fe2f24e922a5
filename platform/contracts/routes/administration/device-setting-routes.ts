import * as z from 'zod';
import {
  deviceSettingsSchema,
  deviceSettingsUpdateSchema,
  newDeviceSettingsSchema,
  settingsByCupDepthSchema,
} from '../../entities/administration/device-settings.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of device settings: presets by cup depth, settings of users and of scans. */
export const deviceSettingRoutes = {
  listDeviceSettings: defineRoute({
    method: 'GET',
    path: '/devicesettings',
    summary: 'Device settings, newest first; accounts without DEV_SET_VIEW get presets only',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    query: pageQuerySchema.extend({ kind: z.enum(['preset']).optional() }),
    response: pageSchema(deviceSettingsSchema),
  }),
  getDeviceSettings: defineRoute({
    method: 'GET',
    path: '/devicesettings/{id}',
    summary: 'One set of device settings',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    params: byId,
    response: deviceSettingsSchema,
  }),
  createDeviceSettings: defineRoute({
    method: 'POST',
    path: '/devicesettings',
    summary:
      'Save a preset (DEV_SET_UPDATE, ADMIN_DEVICE), the own settings (DEV_SET_UPDATE) or those of a scan (users who can scan, its device); missing fields get defaults',
    access: ['DEV_SET_UPDATE', 'ADMIN_DEVICE', 'STUDY_CREATE'],
    principals: ['device'],
    body: newDeviceSettingsSchema,
    response: deviceSettingsSchema,
  }),
  updateDeviceSettings: defineRoute({
    method: 'PUT',
    path: '/devicesettings/{id}',
    summary: 'Change a preset or the own settings; rejected for settings that a scan used',
    access: ['DEV_SET_UPDATE', 'ADMIN_DEVICE'],
    principals: [],
    params: byId,
    body: deviceSettingsUpdateSchema,
    response: deviceSettingsSchema,
    ifMatch: 'required',
  }),
  deleteDeviceSettings: defineRoute({
    method: 'DELETE',
    path: '/devicesettings/{id}',
    summary: 'Soft delete',
    access: ['DEV_SET_UPDATE', 'ADMIN_DEVICE'],
    principals: [],
    params: byId,
    response: deviceSettingsSchema,
    ifMatch: 'required',
  }),
  lastUsedDeviceSettings: defineRoute({
    method: 'GET',
    path: '/devicesettings/lastUsed/{patientId}',
    summary: 'The settings last used by a scan of a patient; deleted scans do not count',
    access: ['DEV_SET_VIEW'],
    principals: [],
    params: z.object({ patientId: idSchema }),
    response: deviceSettingsSchema,
  }),
  deviceSettingsByCupDepth: defineRoute({
    method: 'POST',
    path: '/devicesettings/actions/getSettingsByVersionAndCupDepth',
    summary: 'The preset of a settings version and a cup depth',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    body: settingsByCupDepthSchema,
    response: deviceSettingsSchema,
  }),
  listDeviceSettingsOfUser: defineRoute({
    method: 'GET',
    path: '/accounts/{userId}/deviceSettings',
    summary: 'Settings that a user saved as the own ones, newest first',
    access: ['DEV_SET_VIEW'],
    principals: [],
    params: z.object({ userId: idSchema }),
    query: pageQuerySchema,
    response: pageSchema(deviceSettingsSchema),
  }),
};

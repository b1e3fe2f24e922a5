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
    summary: 'Device settings, newest first',
    access: ['DEV_SET_VIEW'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(deviceSettingsSchema),
  }),
  getDeviceSettings: defineRoute({
    method: 'GET',
    path: '/devicesettings/{id}',
    summary: 'One set of device settings',
    access: ['DEV_SET_VIEW'],
    principals: [],
    params: byId,
    response: deviceSettingsSchema,
  }),
  createDeviceSettings: defineRoute({
    method: 'POST',
    path: '/devicesettings',
    summary:
      'Save settings of a scan (users who can scan) or of a device (the device itself); missing fields get defaults',
    access: ['DEV_SET_UPDATE', 'STUDY_CREATE'],
    principals: ['device'],
    body: newDeviceSettingsSchema,
    response: deviceSettingsSchema,
  }),
  updateDeviceSettings: defineRoute({
    method: 'PUT',
    path: '/devicesettings/{id}',
    summary: 'Change settings; rejected for settings that a scan used',
    access: ['DEV_SET_UPDATE'],
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
    access: ['DEV_SET_UPDATE'],
    principals: [],
    params: byId,
    response: deviceSettingsSchema,
    ifMatch: 'required',
  }),
  lastUsedDeviceSettings: defineRoute({
    method: 'GET',
    path: '/devicesettings/lastUsed/{patientId}',
    summary: 'The settings of the newest scan of a patient',
    access: ['DEV_SET_VIEW'],
    principals: [],
    params: z.object({ patientId: idSchema }),
    response: deviceSettingsSchema,
  }),
  deviceSettingsByCupDepth: defineRoute({
    method: 'POST',
    path: '/devicesettings/actions/getSettingsByVersionAndCupDepth',
    summary: 'The preset of a settings version and a cup depth',
    access: ['DEV_SET_VIEW'],
    principals: [],
    body: settingsByCupDepthSchema,
    response: deviceSettingsSchema,
  }),
  listDeviceSettingsOfUser: defineRoute({
    method: 'GET',
    path: '/accounts/{userId}/deviceSettings',
    summary: 'Settings that a user saved, newest first',
    access: ['DEV_SET_VIEW'],
    principals: [],
    params: z.object({ userId: idSchema }),
    query: pageQuerySchema,
    response: pageSchema(deviceSettingsSchema),
  }),
};

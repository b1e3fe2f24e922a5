import * as z from 'zod';
import {
  activatedDeviceSchema,
  deviceFieldsSchema,
  deviceLeaseSchema,
  deviceSchema,
  newDeviceSchema,
} from '../../entities/administration/device.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of an organization's devices, their credentials and leases. */
export const deviceRoutes = {
  listDevices: defineRoute({
    method: 'GET',
    path: '/organization/{organizationId}/devices',
    summary: 'All devices of the organization, newest first',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    params: z.object({ organizationId: idSchema }),
    response: pageSchema(deviceSchema),
  }),
  listAllDevices: defineRoute({
    method: 'GET',
    path: '/devices',
    summary: 'Devices of the organization, newest first',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(deviceSchema),
  }),
  getDevice: defineRoute({
    method: 'GET',
    path: '/devices/{id}',
    summary: 'One device',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    params: byId,
    response: deviceSchema,
  }),
  getDeviceBySerialNumber: defineRoute({
    method: 'GET',
    path: '/devices/serial/{number}',
    summary: 'The device with a serial number',
    access: ['DEV_SET_VIEW', 'ADMIN_DEVICE'],
    principals: [],
    params: z.object({ number: z.string().min(1).max(64) }),
    response: deviceSchema,
  }),
  createDevice: defineRoute({
    method: 'POST',
    path: '/devices',
    summary: 'Create a device; its serial number is unique in the organization',
    access: ['ADMIN_DEVICE'],
    principals: [],
    body: newDeviceSchema,
    response: deviceSchema,
  }),
  updateDevice: defineRoute({
    method: 'PUT',
    path: '/devices/{id}',
    summary: 'Change a device',
    access: ['ADMIN_DEVICE'],
    principals: [],
    params: byId,
    body: deviceFieldsSchema,
    response: deviceSchema,
    ifMatch: 'required',
  }),
  deleteDevice: defineRoute({
    method: 'DELETE',
    path: '/devices/{id}',
    summary: 'Soft delete; revokes its credential',
    access: ['ADMIN_DEVICE'],
    principals: [],
    params: byId,
    response: deviceSchema,
    ifMatch: 'required',
  }),
  activateDevice: defineRoute({
    method: 'POST',
    path: '/devices/{id}/actions/activate',
    summary:
      'Issue the credential of a device, shown only once; the previous credential is revoked',
    access: ['ADMIN_DEVICE'],
    principals: [],
    params: byId,
    response: activatedDeviceSchema,
    secret: true,
  }),
  leaseDevice: defineRoute({
    method: 'POST',
    path: '/devices/{id}/actions/lease',
    summary:
      'Lease a device for this session, until five minutes without use; Conflict contains the current holder',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    response: deviceLeaseSchema,
  }),
  releaseDevice: defineRoute({
    method: 'POST',
    path: '/devices/{id}/actions/release',
    summary: 'Release the lease of a device',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    response: z.object({}),
  }),
};

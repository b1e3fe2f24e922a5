import { useEffect, useState } from 'react';
import { type DeviceStatus, deviceStatusSchema, latestStatus, topics } from '#contracts';
import type { LiveConnection } from '#core';

/**
 * Returns the last status of each device of an organization; the broker retains status messages.
 */
export function useDeviceStates(
  live: LiveConnection,
  organizationId: string,
  allowed: boolean,
): ReadonlyMap<string, DeviceStatus> {
  const [states, setStates] = useState<ReadonlyMap<string, DeviceStatus>>(new Map());
  useEffect(() => {
    if (!allowed) return;
    const filter = topics.status(organizationId, '+');
    const subscription = live.subscribe(filter, deviceStatusSchema, (status, topic) => {
      const deviceId = topic.split('/')[3] ?? '';
      setStates((before) => {
        const last = before.get(deviceId) ?? null;
        const latest = latestStatus(last, status);
        return latest === last ? before : new Map(before).set(deviceId, latest);
      });
    });
    return () => subscription.dispose();
  }, [live, organizationId, allowed]);
  return states;
}

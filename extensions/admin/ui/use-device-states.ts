import { useEffect, useState } from 'react';
import { type DeviceStatus, deviceStatusSchema, isNewer, topics } from '#contracts';
import type { LiveLink } from '#core';

/** What the devices of an organization last said of themselves; their last word is kept for us. */
export function useDeviceStates(
  live: LiveLink,
  organizationId: string,
  allowed: boolean,
): ReadonlyMap<string, DeviceStatus> {
  const [states, setStates] = useState<ReadonlyMap<string, DeviceStatus>>(new Map());
  useEffect(() => {
    if (!allowed) return;
    const filter = topics.status(organizationId, '+');
    const heard = live.subscribe(filter, deviceStatusSchema, (status, topic) => {
      const deviceId = topic.split('/')[3] ?? '';
      setStates((before) => {
        const last = before.get(deviceId);
        // The last will of a device carries the figures of its first word.
        const late = last !== undefined && status.state !== 'offline' && !isNewer(status, last);
        return late && status.at <= last.at ? before : new Map(before).set(deviceId, status);
      });
    });
    return () => heard.dispose();
  }, [live, organizationId, allowed]);
  return states;
}

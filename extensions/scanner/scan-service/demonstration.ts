import { jsonLogger, messageOf, ProblemError, unwrap } from '#foundation';
import { readServiceInit, type ServiceInit } from '#server/extension';
import { scannerSettingsSchema } from '../model/index.ts';
import { type DemonstrationDeps, demonstrate } from './demonstrate.ts';
import { DEMONSTRATION_PATIENTS } from './demonstration/demonstration-patients.ts';
import { createDeviceApi, createServiceApi } from './server/device-api.ts';

/** Entry point of the process that records the demonstration scans and then exits. */
const log = jsonLogger('scan-demonstration', (line) => process.stderr.write(`${line}\n`));
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

function depsOf(init: ServiceInit): DemonstrationDeps {
  if (init.operatorToken === undefined) throw new Error('operatorToken is missing');
  return {
    deviceId: init.deviceId,
    settings: scannerSettingsSchema.parse(init.settings),
    patients: DEMONSTRATION_PATIENTS.slice(0, init.demonstrationPatients),
    operator: createServiceApi(init.apiUrl, init.apiKey, init.operatorToken),
    reader:
      init.readerToken === undefined
        ? null
        : createServiceApi(init.apiUrl, init.apiKey, init.readerToken),
    device: createDeviceApi(init.apiUrl, init.apiKey, init.deviceToken),
    signal: stop.signal,
    log,
  };
}

try {
  await demonstrate(depsOf(unwrap(readServiceInit())));
} catch (thrown) {
  const detail = thrown instanceof ProblemError ? thrown.message : messageOf(thrown);
  log.log('error', 'The demonstration scans could not be created', { detail });
  process.exitCode = 1;
}

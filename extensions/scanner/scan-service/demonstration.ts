import { jsonLogger, messageOf, ProblemError, unwrap } from '#foundation';
import { readServiceInit, type ServiceInit } from '#server/extension';
import { scannerSettingsSchema } from '../model/index.ts';
import { type DemonstrationDeps, demonstrate } from './demonstrate.ts';
import { ApiClient } from './server/api-client.ts';

const log = jsonLogger('scan-demonstration', (line) => process.stderr.write(`${line}\n`));
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

function depsOf(init: ServiceInit): DemonstrationDeps {
  if (init.operatorToken === undefined) throw new Error('operatorToken is missing');
  return {
    deviceId: init.deviceId,
    settings: scannerSettingsSchema.parse(init.settings),
    operator: new ApiClient(init.apiUrl, init.apiKey, init.operatorToken),
    device: new ApiClient(init.apiUrl, init.apiKey, init.deviceToken),
    signal: stop.signal,
    log,
  };
}

try {
  await demonstrate(depsOf(unwrap(readServiceInit())));
} catch (thrown) {
  const detail = thrown instanceof ProblemError ? thrown.problem.detail : messageOf(thrown);
  log.log('error', 'The demonstration could not be made', { detail });
  process.exitCode = 1;
}

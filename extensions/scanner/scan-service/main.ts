import { jsonLogger, type Logger, messageOf } from '#foundation';
import { readServiceInit } from '#server/extension';
import { scannerSettingsSchema } from '../model/index.ts';
import { SimulatorDriver } from './driver/simulator-driver.ts';
import { removeOrphanedSignals } from './recording/signal-spool.ts';
import { ScanService } from './scan-service.ts';

/** Entry point of the scan service, started by the supervisor. */
const log: Logger = jsonLogger('scan-service', (line) => process.stderr.write(`${line}\n`));

const init = readServiceInit();
if (!init.ok) {
  log.log('error', init.problem.title, { detail: init.problem.detail });
  process.exit(1);
}
const settings = scannerSettingsSchema.safeParse(init.value.settings);
if (!settings.success) {
  log.log('error', 'The scanner settings are invalid', { detail: settings.error.message });
  process.exit(1);
}

try {
  removeOrphanedSignals();
} catch (thrown) {
  const detail = messageOf(thrown);
  log.log('warn', 'Signal files of a previous run could not be removed', { detail });
}

// A simulated crash kills the process, so that no handler runs.
const driver = new SimulatorDriver(settings.data, () => process.kill(process.pid, 'SIGKILL'));
const service = new ScanService(init.value, settings.data, driver, log);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

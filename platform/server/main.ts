import { enableCompileCache } from 'node:module';
import { jsonLogger } from '#foundation';

enableCompileCache();

const logger = jsonLogger('server', (line) => process.stderr.write(`${line}\n`));
const { startClockface } = await import('./supervisor/start-clockface.ts');
const { endOnSignals } = await import('./supervisor/end-on-signals.ts');
const { printFailure, printReady } = await import('./supervisor/start-output.ts');

const signals = endOnSignals(logger);
const started = await startClockface(process.env, logger);
if (started.ok) {
  signals.stopWith(started.value.stop);
  printReady(started.value);
} else {
  printFailure(started.problem);
  process.exit(1);
}

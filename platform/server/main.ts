import { enableCompileCache } from 'node:module';
import { jsonLogger } from '#foundation';

enableCompileCache();

const logger = jsonLogger('server', (line) => process.stderr.write(`${line}\n`));
const { startClockface } = await import('./supervisor/start-clockface.ts');
const { endOnSignals } = await import('./supervisor/end-on-signals.ts');
const { explainFailure, greet } = await import('./supervisor/greeting.ts');

const signals = endOnSignals(logger);
const started = await startClockface(process.env, logger);
if (started.ok) {
  signals.stopWith(started.value.stop);
  greet(started.value);
} else {
  explainFailure(started.problem);
  process.exit(1);
}

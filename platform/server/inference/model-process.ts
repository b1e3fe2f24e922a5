import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonLogger, messageOf } from '#foundation';
import { watchThisProcess } from '../processes/watch-process.ts';
import { loadEntryPoint } from '../site/server-registrations.ts';
import { MAX_REASON_LENGTH, writeAnswer } from './answer-file.ts';
import { MODEL_FILES, type ModelInit, type NippleTask } from './model-init.ts';
import { runProviderTask } from './run-provider-task.ts';

const log = jsonLogger('model', (line) => process.stderr.write(`${line}\n`));

/** Captured at the start, because a model can change the folder and the environment. */
const folder = process.cwd();
const parentPid = process.ppid;

/** Runs one model once, in the folder that the server has prepared. A failure ends only this process. */
async function main(): Promise<void> {
  const init = JSON.parse(await readFile(join(folder, MODEL_FILES.init), 'utf8')) as ModelInit;
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  // Also ends this process after the loss of the server, with the processes that the model has
  // started.
  await watchThisProcess({ ...init.limits, parentPid }, log);
  const { task } = init;
  const answer =
    task.kind === 'nipple' ? await locate(task, stop.signal) : await runProviderTask(task, folder);
  await writeAnswer(folder, { kind: 'answer', answer });
}

async function locate({ entryPoint, volume }: NippleTask, signal: AbortSignal) {
  const { nippleModel } = await loadEntryPoint(entryPoint, log);
  if (nippleModel === null) throw new Error(`${entryPoint.extensionId} no longer offers a model`);
  return positionFields(await nippleModel.locate(volume, signal));
}

/** Returns only the four numbers of a position, because the server would have to parse the rest. */
function positionFields(response: unknown): Record<string, number | null> {
  const values = typeof response === 'object' && response !== null ? response : {};
  const numberAt = (name: string): number | null => {
    const value: unknown = Reflect.get(values, name);
    return typeof value === 'number' ? value : null;
  };
  const names = ['sag', 'tra', 'depth', 'rad'];
  return Object.fromEntries(names.map((name) => [name, numberAt(name)]));
}

main()
  .catch((thrown: unknown) =>
    writeAnswer(folder, { kind: 'threw', reason: messageOf(thrown).slice(0, MAX_REASON_LENGTH) }),
  )
  // Open timers and connections of the model would keep the process alive.
  .finally(() => process.exit(0));

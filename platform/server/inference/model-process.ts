import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { jsonLogger, messageOf } from '#foundation';
import { openDoor } from '../site/server-doors.ts';
import type { ModelInit, ModelMessage, WatchTask } from './model-init.ts';

const log = jsonLogger('nipple-model', (line) => process.stderr.write(`${line}\n`));

/** Opens the one door and asks its model once. Whatever happens here ends this process alone. */
async function main(): Promise<void> {
  const parentPid = process.ppid;
  const [init] = (await once(process, 'message')) as [ModelInit];
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  process.once('disconnect', () => process.exit(1));
  offerToEndFirst();
  await watch({ ...init.limits, parentPid });
  const { nippleModel } = await openDoor(init.door, log);
  if (nippleModel === null) throw new Error(`${init.door.extensionId} offers no model any more`);
  const answer: unknown = await nippleModel.locate(init.volume, stop.signal);
  await say({ kind: 'answer', answer: answer ?? null });
}

/** Where the machine runs out of memory, Linux ends this process before the server. */
function offerToEndFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch (thrown) {
    log.log('warn', 'The system ends processes in its own order', { reason: messageOf(thrown) });
  }
}

async function watch(task: WatchTask): Promise<void> {
  const thread = new Worker(new URL('./model-watch.ts', import.meta.url), { workerData: task });
  await once(thread, 'online');
  thread.unref();
}

function say(message: ModelMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });
}

main()
  .catch((thrown: unknown) => say({ kind: 'threw', reason: messageOf(thrown) }))
  // Timers and links that the model left open would keep it.
  .finally(() => process.exit(0));

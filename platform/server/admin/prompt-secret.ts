import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Reads the first line of standard input, without echo at a terminal. Returns an empty text when
 * the input ends without a line.
 */
export function promptSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(`${prompt}: `);
  const mutedOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({
    input: process.stdin,
    output: mutedOutput,
    terminal: isTerminal,
  });
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      resolve(line);
      reader.close();
    });
    reader.once('close', () => {
      if (isTerminal) process.stderr.write('\n');
      resolve('');
    });
  });
}

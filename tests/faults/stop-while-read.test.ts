import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiReader } from '../e2e/support/product/api.ts';
import { type Product, startProduct } from '../e2e/support/product/product.ts';

/** Much longer than a regular stop; a server that waits for its browsers would never end. */
const LIMIT_MS = 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

it('a server stops on request although browsers keep their live connection open', async () => {
  const { headers } = await apiReader(product, 'physician');
  const password = headers.authorization?.replace('Bearer ', '') ?? '';
  const connection = await mqtt.connectAsync(`${product.url.replace('http', 'ws')}/mqtt`, {
    username: 'session',
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()));
  process.kill(product.pid, 'SIGTERM');
  await closed;
  const hasExited = (): boolean => {
    try {
      process.kill(product.pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  await expect.poll(hasExited, { timeout: LIMIT_MS, interval: 100 }).toBe(true);
});

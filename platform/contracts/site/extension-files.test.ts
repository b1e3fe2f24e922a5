import { expect, it } from 'vitest';
import {
  integrityText,
  isCoveredFile,
  isServerModule,
  isWeightsFile,
  servedTypeOf,
} from './extension-files.ts';

it.each([
  ['index.js', 'text/javascript; charset=utf-8'],
  ['dist/worker.mjs', 'text/javascript; charset=utf-8'],
  ['manifest.json', 'application/json; charset=utf-8'],
  ['dist/model.wasm', 'application/wasm'],
])('serves %s as %s', (path, type) => {
  expect(servedTypeOf(path)).toBe(type);
});

it.each([
  'notes.txt',
  'src/index.ts',
  'package.json',
  'node_modules/other/index.js',
  '.git/config.js',
  'dist/.hidden.js',
  'dist//index.js',
  '../index.js',
  'manifest.json\0.js',
  'weights/model.onnx',
  'model.bin',
  'model.safetensors',
  'server/detector.mjs',
  'server/classes.json',
  'constructor',
  'file.constructor',
  '',
])('never serves %j', (path) => {
  expect(servedTypeOf(path)).toBeNull();
});

it.each(['weights/model.onnx', 'model.bin', 'a/model.safetensors', 'server/model.onnx'])(
  'treats %s as weights, which the integrity hash covers',
  (path) => {
    expect([isWeightsFile(path), isCoveredFile(path)]).toEqual([true, true]);
  },
);

it.each([
  '.git/model.onnx',
  'node_modules/a/model.bin',
  '../model.onnx',
  'model.onnx.txt',
  'onnx2',
])('does not treat %s as weights', (path) => {
  expect([isWeightsFile(path), isCoveredFile(path)]).toEqual([false, false]);
});

it('covers modules of the server by the integrity hash', () => {
  expect(isServerModule('server/detector.mjs')).toBe(true);
  expect(isCoveredFile('server/detector.mjs')).toBe(true);
  expect(isServerModule('server/classes.json')).toBe(false);
  expect(isCoveredFile('server/classes.json')).toBe(true);
  expect(isServerModule('dist/detector.js')).toBe(false);
});

it('has the same integrity text for any order of files, and another for another file', () => {
  const text = integrityText(
    new Map([
      ['b.js', 'B'],
      ['a.js', 'A'],
    ]),
  );
  expect(text).toBe('"a.js" A\n"b.js" B\n');
  expect(integrityText(new Map([['a.js B', 'A']]))).not.toBe(
    integrityText(new Map([['a.js', 'B A']])),
  );
});

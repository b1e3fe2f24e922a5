export { type Disk, type DiskFile, systemDisk } from './disk.ts';
export type {
  ByteRange,
  FileStore,
  PutOptions,
  StoredBytes,
  StoredReference,
} from './file-store.ts';
export { FileSystemStore } from './file-system-store.ts';
export { KeyRing } from './key-ring.ts';
export { openStore } from './open-store.ts';

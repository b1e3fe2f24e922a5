import { CheckedStore } from './checked-store.ts';
import { type Disk, systemDisk } from './disk.ts';
import { FileSystemBlobs } from './file-system-blobs.ts';
import { KeyRing } from './key-ring.ts';

/** File store in a folder, with one folder per category below `root`. */
export class FileSystemStore extends CheckedStore {
  constructor(root: string, disk: Disk = systemDisk, keys: KeyRing = new KeyRing()) {
    super(new FileSystemBlobs(root, disk), keys);
  }
}

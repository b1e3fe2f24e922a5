import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { canAccess, type DatabaseUser } from './database-user.ts';
import { SYSTEM_FOLDER } from './embedded-binaries.ts';

/** Location and password of a cluster. */
export interface ClusterFolder {
  /** Parent of the cluster, owned by the database user. */
  readonly home: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  readonly password: string;
}

/**
 * Returns the cluster of a data folder: `<data>/postgres/cluster`. If the database user can't reach
 * that folder (root, and a parent of mode 0700), uses `/var/lib/clockface/<digest>/cluster` and
 * records the path in `<data>/postgres-location`, so that a moved data folder still finds its
 * cluster. Deleting such a data folder leaves the cluster behind; the cluster's file `data-folder`
 * names its origin.
 */
export function clusterFolder(dataFolder: string, user: DatabaseUser): ClusterFolder {
  const home = selectHome(dataFolder, user);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  chmodSync(home, 0o700);
  return {
    home: realpathSync(home),
    cluster: join(realpathSync(home), 'cluster'),
    password: passwordOf(dataFolder),
  };
}

function selectHome(dataFolder: string, user: DatabaseUser): string {
  const homeInData = join(dataFolder, 'postgres');
  const pointer = join(dataFolder, 'postgres-location');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  // Lets the database user pass through the data folder to the cluster. The files in the data
  // folder have modes of their own and stay unreadable.
  if (user.uid !== undefined) chmodSync(dataFolder, statSync(dataFolder).mode | 0o011);
  mkdirSync(homeInData, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(homeInData, user.uid, user.gid);
  if (canAccess(user, homeInData, 'read')) return homeInData;
  const digest = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 16);
  const outside = join(SYSTEM_FOLDER, digest);
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  mkdirSync(outside, { recursive: true, mode: 0o700 });
  // Lets an administrator identify the data folder of the cluster.
  writeFileSync(join(outside, 'data-folder'), `${realpathSync(dataFolder)}\n`);
  writeFileSync(pointer, `${outside}\n`, { mode: 0o600 });
  return outside;
}

/**
 * Returns the superuser password of the cluster: 256 bits, generated once, in a file that only the
 * user of this process can read.
 */
function passwordOf(dataFolder: string): string {
  const file = join(dataFolder, 'postgres-password');
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

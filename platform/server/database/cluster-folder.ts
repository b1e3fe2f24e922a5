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

/** Where a cluster lives and what opens it. */
export interface ClusterFolder {
  /** Parent of the cluster, owned by the database user. */
  readonly home: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  readonly password: string;
}

/**
 * The cluster of a data folder: `<data>/postgres/cluster`. Where the database user can't reach
 * that (root, and a parent of mode 0700) it is `/var/lib/clockface/<digest>/cluster`, and the file
 * `<data>/postgres-location` says so, so that a moved data folder still finds it. Removing such a
 * data folder leaves that cluster behind; its file `data-folder` names what it belonged to.
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
  // Search permission on our own folder shows nothing of it; what lies inside has modes of its own.
  if (user.uid !== undefined) chmodSync(dataFolder, statSync(dataFolder).mode | 0o011);
  mkdirSync(homeInData, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(homeInData, user.uid, user.gid);
  if (canAccess(user, homeInData, 'read')) return homeInData;
  const digest = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 16);
  const outside = join(SYSTEM_FOLDER, digest);
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  mkdirSync(outside, { recursive: true, mode: 0o700 });
  // Whoever tidies up the machine must be able to tell what a cluster belongs to.
  writeFileSync(join(outside, 'data-folder'), `${realpathSync(dataFolder)}\n`);
  writeFileSync(pointer, `${outside}\n`, { mode: 0o600 });
  return outside;
}

/** Made once, 256 bit, readable by the server's own user only. */
function passwordOf(dataFolder: string): string {
  const file = join(dataFolder, 'postgres-password');
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

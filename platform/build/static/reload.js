// Loaded only by `npm run dev`: reloads the page when the server has a new build.
let currentHash = null;

async function reloadOnNewBuild() {
  // The server may be restarting; the next call tries again.
  const response = await fetch('./build.json', { cache: 'no-store' }).catch(() => null);
  if (!response?.ok) return;
  const { hash } = await response.json();
  if (currentHash !== null && hash !== currentHash) window.location.reload();
  currentHash = hash;
}

setInterval(reloadOnNewBuild, 1000);

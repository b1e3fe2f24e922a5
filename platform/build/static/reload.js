// Part of `npm run dev` only: loads the page again when a new build stands on the server.
let known = null;

async function look() {
  const answer = await fetch('./build.json', { cache: 'no-store' }).catch(() => null);
  const hash = answer?.ok ? (await answer.json()).hash : known;
  if (known !== null && hash !== known) window.location.reload();
  known = hash;
}

setInterval(look, 1000);

const [file, name] = process.argv.slice(2);
const t = performance.now();
const m = await import(file!);
for (const f of await m[name!]()) console.log(JSON.stringify(f));
console.log(((performance.now() - t) / 1000).toFixed(1) + ' s');

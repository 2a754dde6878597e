// `npm run bench:load-plays -- <folder>`: makes a folder of data for `BENCH_PLAYS_FOLDER=<folder> npm run bench -- --only plays`.
//   BENCH_PLAYS    plays (10000000, which takes minutes and gigabytes)
import { makePlaysFolder, readPlaysFolder } from './rows/plays/folder.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name a folder: npm run bench:load-plays -- /tmp/plays')
  process.exit(2)
}
if (readPlaysFolder(folder) !== null) {
  console.error(`${folder} is loaded already; remove it or name another one.`)
  process.exit(2)
}
const started = performance.now()
const { count } = await makePlaysFolder(folder, Number(process.env['BENCH_PLAYS'] || 10_000_000))
const seconds = (performance.now() - started) / 1_000
console.log(`${count.toLocaleString('en')} plays in ${seconds.toFixed(0)} s`)
process.exit()
